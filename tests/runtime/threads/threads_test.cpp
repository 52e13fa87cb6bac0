// Threads of kernels, on a Halide of these tests that has one way to run a task and a serial pool of its own.
#include "runtime/threads.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <utility>
#include <vector>

using Task = int (*)(void*, int, std::uint8_t*);
using ParallelFor = int (*)(void*, Task, int, int, std::uint8_t*);

namespace {
ParallelFor installed = nullptr;
std::atomic<int> loops_of_halide{0};
} // namespace

extern "C" {

int halide_set_num_threads(int count);
int halide_get_num_threads();

ParallelFor halide_set_custom_do_par_for(ParallelFor hook) { return std::exchange(installed, hook); }

int halide_do_task(void* user_context, Task task, int i, std::uint8_t* closure) {
    return task(user_context, i, closure);
}

int halide_default_do_par_for(void* user_context, Task task, int min, int size, std::uint8_t* closure) {
    ++loops_of_halide;
    for (int i = min; i < min + size; ++i)
        if (const int status = task(user_context, i, closure)) return status;
    return 0;
}

void halide_error(void*, const char*) {}
}

namespace autoconfig::testing {
namespace {

/// How often each iteration ran.
struct Counts {
    explicit Counts(int size) : of(static_cast<std::size_t>(size)) {}
    std::vector<std::atomic<int>> of;

    std::uint8_t* closure() { return reinterpret_cast<std::uint8_t*>(this); }
    static Counts& in(std::uint8_t* closure) { return *reinterpret_cast<Counts*>(closure); }
};

int count(void*, int i, std::uint8_t* closure) {
    ++Counts::in(closure).of[static_cast<std::size_t>(i)];
    return 0;
}

int sum_of_loop(int size) {
    Counts counts(size);
    EXPECT_EQ(autoconfig_do_par_for(nullptr, count, 0, size, counts.closure()), 0);
    int once = 0;
    for (const auto& times : counts.of) once += times == 1;
    return once;
}

class Threads : public ::testing::Test {
protected:
    void SetUp() override {
        halide_set_num_threads(4);
        loops_of_halide = 0;
    }
};

TEST_F(Threads, TakeTheHookWhenTheProgramStarts) { EXPECT_EQ(installed, autoconfig_do_par_for); }

TEST_F(Threads, EveryIterationRunsOnce) {
    for (int loop = 0; loop < 2000; ++loop)
        for (int size : {0, 1, 2, 3, 17}) ASSERT_EQ(sum_of_loop(size), size);
    EXPECT_EQ(loops_of_halide, 0);
}

TEST_F(Threads, IterationsStartAtTheMinimum) {
    Counts counts(9);
    EXPECT_EQ(autoconfig_do_par_for(nullptr, count, 5, 4, counts.closure()), 0);
    for (int i = 0; i < 9; ++i) EXPECT_EQ(counts.of[static_cast<std::size_t>(i)], i >= 5 ? 1 : 0);
}

TEST_F(Threads, SleepBetweenLoopsAndComeBack) {
    for (const int awake : {0, 50}) {
        const int before = autoconfig_stay_awake(awake);
        for (int loop = 0; loop < 20; ++loop) {
            EXPECT_EQ(sum_of_loop(8), 8);
            std::this_thread::sleep_for(std::chrono::microseconds(300));
        }
        EXPECT_EQ(autoconfig_stay_awake(before), awake);
    }
}

/// All iterations wait until as many threads as there are have come.
int meet(void*, int, std::uint8_t* closure) {
    std::atomic<int>& here = Counts::in(closure).of[0];
    ++here;
    while (here < 4) std::this_thread::yield();
    return 0;
}

TEST_F(Threads, AreAsManyAsWanted) {
    Counts counts(1);
    EXPECT_EQ(autoconfig_do_par_for(nullptr, meet, 0, 4, counts.closure()), 0);
    EXPECT_EQ(halide_get_num_threads(), 4);
}

/// Iterations that ran on another thread than the caller, whose id is the user context.
int count_others(void* caller, int, std::uint8_t* closure) {
    Counts::in(closure).of[0] += std::this_thread::get_id() != *static_cast<std::thread::id*>(caller);
    return 0;
}

TEST_F(Threads, OneIsTheCallerAlone) {
    Counts others(1);
    std::thread::id caller = std::this_thread::get_id();
    halide_set_num_threads(1);
    EXPECT_EQ(autoconfig_do_par_for(&caller, count_others, 0, 50, others.closure()), 0);
    EXPECT_EQ(others.of[0], 0);
    EXPECT_EQ(halide_set_num_threads(4), 1);
}

int fail_at_three(void*, int i, std::uint8_t*) { return i == 3 ? -7 : 0; }

TEST_F(Threads, AFailureIsTheResult) {
    EXPECT_EQ(autoconfig_do_par_for(nullptr, fail_at_three, 0, 8, nullptr), -7);
    EXPECT_EQ(sum_of_loop(8), 8); // and is forgotten
}

int loop_within(void*, int, std::uint8_t*) { return sum_of_loop(5) == 5 ? 0 : -1; }

TEST_F(Threads, LoopsWithinLoopsAreHalides) {
    EXPECT_EQ(autoconfig_do_par_for(nullptr, loop_within, 0, 6, nullptr), 0);
    EXPECT_EQ(loops_of_halide, 6);
}

TEST_F(Threads, SeveralCallersAtOnce) {
    std::atomic<int> wrong{0};
    std::vector<std::thread> callers;
    for (int caller = 0; caller < 3; ++caller)
        callers.emplace_back([&] {
            for (int loop = 0; loop < 500; ++loop) wrong += sum_of_loop(7) != 7;
        });
    for (std::thread& caller : callers) caller.join();
    EXPECT_EQ(wrong, 0);
}

} // namespace
} // namespace autoconfig::testing
