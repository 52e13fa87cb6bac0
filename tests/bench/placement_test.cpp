#include "bench/placement.h"

#include <gtest/gtest.h>

#include <sched.h>

#include <future>
#include <thread>

namespace autoconfig::bench {
namespace {

cpu_set_t cores_of_this_thread() {
    cpu_set_t set;
    CPU_ZERO(&set);
    sched_getaffinity(0, sizeof set, &set);
    return set;
}

/// The cores a thread may use that a contestant of so many threads has started.
cpu_set_t placed(int threads) {
    Placement placement(threads);
    std::promise<void> go;
    cpu_set_t set;
    std::thread worker([&, ready = go.get_future()] {
        ready.wait();
        set = cores_of_this_thread();
    });
    placement.place_new_threads();
    go.set_value();
    worker.join();
    return set;
}

TEST(Placement, GivesANewThreadTheSecondCoreAndLeavesTheCaller) {
    const cpu_set_t before = cores_of_this_thread();
    if (CPU_COUNT(&before) < 2) GTEST_SKIP() << "needs two cores";
    int second = 0;
    for (int seen = CPU_ISSET(0, &before) ? 1 : 0; seen < 2;) seen += CPU_ISSET(++second, &before) ? 1 : 0;
    const cpu_set_t worker = placed(2), after = cores_of_this_thread();
    EXPECT_EQ(CPU_COUNT(&worker), 1);
    EXPECT_TRUE(CPU_ISSET(second, &worker));
    EXPECT_TRUE(CPU_EQUAL(&before, &after));
}

TEST(Placement, GivesTheCallerTheFirstCoreWhenAsked) {
    if (const cpu_set_t all = cores_of_this_thread(); CPU_COUNT(&all) < 2) GTEST_SKIP() << "needs two cores";
    cpu_set_t caller;
    std::thread([&] {
        Placement(2).place_this_thread();
        caller = cores_of_this_thread();
    }).join();
    EXPECT_EQ(CPU_COUNT(&caller), 1);
}

TEST(Placement, LeavesSingleThreadsAndTooManyAlone) {
    const cpu_set_t before = cores_of_this_thread();
    for (int threads : {1, CPU_COUNT(&before) + 1}) {
        const cpu_set_t worker = placed(threads);
        EXPECT_TRUE(CPU_EQUAL(&before, &worker)) << threads;
    }
}

} // namespace
} // namespace autoconfig::bench
