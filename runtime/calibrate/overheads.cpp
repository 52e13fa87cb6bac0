// fork_join, task, queue, call, allocate, page_fault, large_page_fault: what running a pipeline takes beside
// its work.
//
// How: parallel loops of Halide's runtime: two equal tasks against one task alone; 64 empty tasks against
// two; thousands of tasks far shorter than their turn at the queue, shared out among the other threads. A
// pipeline of one element. An allocation of 64 KiB and its release. The first write to every page of a fresh
// block against the second. For: T_parallel = fork_join + rounds * task + ..., T_queue = tasks * queue,
// T_call, panels * allocate, T_fault = pages * page_fault, of 4 KiB or of 2 MiB.
#include "autoconfig/allocation_limits.h"
#include "autoconfig/statistics.h"
#include "runtime/experiment.h"
#include "runtime/memory.h"
#include "runtime/timing.h"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <thread>

namespace autoconfig::runtime {

namespace {

int empty_task(void*, int, std::uint8_t*) { return 0; }

/// Tasks of some work each, and who came to do it.
struct SharedWork {
    std::uint64_t steps;
    std::thread::id caller = std::this_thread::get_id();
    std::atomic<int> by_others{0};
};

int shared_task(void*, int, std::uint8_t* closure) {
    auto& work = *reinterpret_cast<SharedWork*>(closure);
    if (std::this_thread::get_id() != work.caller) ++work.by_others;
    busy(work.steps);
    return 0;
}

/// Seconds of parallel loops that other threads come to, a quarter of which stay under it; infinite where
/// they come to none, as on a machine that is busy.
double shared_loop(const Bench& bench, std::uint64_t steps, int tasks) {
    SharedWork work{steps};
    const auto loop = [&] {
        work.by_others = 0;
        bench.halide.parallel_for(nullptr, shared_task, 0, tasks, reinterpret_cast<std::uint8_t*>(&work));
    };
    const int fair = tasks / bench.machine.cores / 2;
    loop(); // wakes the pool
    std::vector<double> seconds;
    for (int run = 0; run < bench.effort.runs; ++run) {
        const double taken = shortest_seconds(loop, 1);
        if (work.by_others >= std::max(fair, 1)) seconds.push_back(taken);
    }
    return seconds.empty() ? INFINITY : quantile(seconds, 0.25);
}

/// The number, if other threads came at all.
Measurement shared_number(const std::string& key, const std::string& how, const Samples& samples,
                          double resolution) {
    if (std::isinf(samples.best))
        return unmeasured(key, "no other thread came to its tasks in time: the machine is busy");
    return number(key, how, samples, resolution);
}

/// What a loop with two equal tasks takes beyond one task: sharing out and waiting.
Measurement measure_fork_join(const Bench& bench) {
    constexpr double work_seconds = 50e-6; // long enough for a sleeping thread to wake up in
    const std::uint64_t steps = busy_steps(work_seconds, bench.machine.frequency_ghz);
    const Samples samples = bench.repeat(
        [&]() -> Times {
            return {bench.seconds([&] { busy(steps); }), shared_loop(bench, steps, 2)};
        },
        // Beyond a task's own length the other threads were not awake for theirs.
        [](const Times& all) { return all[1] < 2 * all[0] ? all[1] - all[0] : INFINITY; });
    return shared_number("fork_join", "a parallel loop of two tasks of 50 us against one task", samples, 500);
}

/// Seconds of a loop over so many tasks with nothing in them; the caller does all before others come.
double empty_loop(const Bench& bench, int tasks) {
    constexpr int loops = 100;
    return bench.seconds([&] {
        for (int loop = 0; loop < loops; ++loop)
            bench.halide.parallel_for(nullptr, empty_task, 0, tasks, nullptr);
    }) / loops;
}

Measurement measure_task(const Bench& bench) {
    constexpr int few = 2, many = 64;
    const Samples samples = bench.repeat(
        [&]() -> Times {
            return {empty_loop(bench, many), empty_loop(bench, few)};
        },
        [](const Times& all) { return (all[0] - all[1]) / (many - few); });
    return number("task", "parallel loops of 64 empty tasks against two", samples, 20);
}

Measurement measure_queue(const Bench& bench) {
    constexpr int tasks = 2000;
    constexpr std::uint64_t steps = 6; // a hundred cycles
    const int others = bench.machine.cores - 1;
    const Samples samples = bench.repeat([&] { return shared_loop(bench, steps, tasks) / tasks / others; });
    return shared_number(
        "queue", "a parallel loop of 2000 tasks of a hundred cycles, each of the other threads", samples, 50);
}

Measurement measure_call(const Bench& bench) {
    constexpr int calls = 300;
    const Samples samples = bench.repeat([&] {
        return bench.seconds([&] {
            for (int call = 0; call < calls; ++call) bench.halide.call();
        }) / calls;
    });
    return number("call", "a pipeline of one element in four buffers", samples, 10);
}

Measurement measure_allocate(const Bench& bench) {
    constexpr int pairs = 300;
    const Samples samples = bench.repeat([&] {
        return bench.seconds([&] {
            for (int pair = 0; pair < pairs; ++pair) {
                void* memory = bench.halide.allocate(nullptr, 64 << 10);
                asm volatile("" : "+r"(memory) : : "memory"); // keeps the pair
                bench.halide.release(nullptr, memory);
            }
        }) / pairs;
    });
    return number("allocate", "allocations of 64 KiB and their release", samples, 10);
}

/// Cycles of memory that comes anew from the system, so much at a time, where it is advised so.
Samples first_writes(const Bench& bench, std::size_t fault_bytes, int advice) {
    constexpr std::size_t bytes = std::size_t(16) << 20;
    const auto touch = [](char* memory) {
        for (std::size_t at = 0; at < bytes; at += page_bytes) {
            asm volatile("" : : : "memory");
            memory[at] = 1;
        }
    };
    return bench.repeat(
        [&]() -> Times {
            void* block = mmap(nullptr, bytes + fault_bytes, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            if (block == MAP_FAILED) return {NAN, NAN};
            const auto begin = reinterpret_cast<std::uintptr_t>(block);
            auto* memory = static_cast<char*>(block) + (fault_bytes - begin % fault_bytes) % fault_bytes;
            madvise(memory, bytes, advice); // a system without large pages shows what it does
            const double first = shortest_seconds([&] { touch(memory); }, 1);
            const double second = shortest_seconds([&] { touch(memory); }, 1);
            munmap(block, bytes + fault_bytes);
            return {first, second};
        },
        [&](const Times& all) { return (all[0] - all[1]) * static_cast<double>(fault_bytes) / bytes; });
}

Measurement measure_page_fault(const Bench& bench) {
    return number("page_fault", "the first write to each page of 16 MiB against the second",
                  first_writes(bench, page_bytes, MADV_NOHUGEPAGE), 100);
}

Measurement measure_large_page_fault(const Bench& bench) {
    return number("large_page_fault", "the first writes to 2 MiB in large pages against the second",
                  first_writes(bench, large_page_bytes, MADV_HUGEPAGE), 1000);
}

} // namespace

std::vector<Measurement> measure_overheads(const Bench& bench) {
    std::vector<Measurement> all{measure_task(bench), measure_allocate(bench), measure_page_fault(bench),
                                 measure_large_page_fault(bench), measure_call(bench)};
    const bool shares = bench.machine.cores > 1;
    all.push_back(shares ? measure_fork_join(bench) : unmeasured("fork_join", "one core shares with nobody"));
    all.push_back(shares ? measure_queue(bench) : unmeasured("queue", "one core does not wait for its turn"));
    return all;
}

} // namespace autoconfig::runtime
