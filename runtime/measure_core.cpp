// Arithmetic rate and the overheads of running a pipeline.
#include "runtime/measure.h"

#include "autoconfig/error.h"
#include "runtime/timing.h"

#include <algorithm>
#include <cstdlib>

namespace autoconfig {

namespace {

constexpr double work_seconds = 50e-6; // of one task, long enough for a sleeping thread to wake up in

int empty_task(void*, int, std::uint8_t*) { return 0; }

int busy_task(void*, int, std::uint8_t* steps) {
    busy(*reinterpret_cast<const std::uint64_t*>(steps));
    return 0;
}

/// Seconds of one parallel loop over `tasks` tasks with nothing in them.
double empty_loop_seconds(ParallelFor parallel_for, int tasks) {
    constexpr int loops = 200;
    return shortest_seconds(
               [&] {
                   for (int loop = 0; loop < loops; ++loop)
                       parallel_for(nullptr, empty_task, 0, tasks, nullptr);
               },
               50) /
           loops;
}

/// Seconds a loop with one equal task a thread takes beyond one task: sharing out and waiting. The loop that
/// wakes the pool is not counted, and both times come from the same stretches of the machine's clock.
double fork_join_seconds(ParallelFor parallel_for, int threads, double ghz) {
    constexpr int rounds = 60, loops = 8;
    std::uint64_t steps = busy_steps(work_seconds, ghz);
    auto* closure = reinterpret_cast<std::uint8_t*>(&steps);
    const auto loop = [&] { parallel_for(nullptr, busy_task, 0, threads, closure); };
    std::vector<double> alone, together;
    for (int round = 0; round < rounds; ++round) {
        alone.push_back(lower_quartile_seconds([&] { busy_task(nullptr, 0, closure); }, loops));
        loop();
        together.push_back(lower_quartile_seconds(loop, loops));
    }
    return std::max(median(together) - median(alone), 0.0);
}

double allocation_seconds() {
    constexpr int pairs = 1000;
    return shortest_seconds(
               [] {
                   for (int pair = 0; pair < pairs; ++pair) {
                       void* memory = std::malloc(64 << 10);
                       asm volatile("" : "+r"(memory) : : "memory"); // keeps the pair
                       std::free(memory);
                   }
               },
               50) /
           pairs;
}

} // namespace

const Kernels& kernels_for(const std::vector<std::string>& lineage) {
    for (const Kernels* kernels : {&kernels_avx512, &kernels_avx2, &kernels_avx, &kernels_portable})
        if (std::find(lineage.begin(), lineage.end(), kernels->serves) != lineage.end()) {
            if (kernels->runs_here()) return *kernels;
            break;
        }
    throw Error("this CPU cannot run the code that machine '" + lineage.front() +
                "' describes: probe with a base machine that fits it");
}

std::vector<Measurement> measure_arithmetic(const Kernels& kernels, double ghz) {
    constexpr std::size_t steps = 100'000;
    volatile float result = 0;
    const double seconds = shortest_seconds([&] { result = kernels.macs(steps); }, 200);
    return {{"mac_f32.per_cycle", static_cast<double>(steps) * kernels.accumulators / (seconds * ghz * 1e9)}};
}

std::vector<Measurement> measure_overheads(ParallelFor parallel_for, int threads, double ghz) {
    constexpr int many = 64;
    const double cycles = ghz * 1e9;
    const double few_tasks = empty_loop_seconds(parallel_for, 2);
    const double many_tasks = empty_loop_seconds(parallel_for, many);
    return {{"fork_join", fork_join_seconds(parallel_for, threads, ghz) * cycles},
            {"task", std::max(many_tasks - few_tasks, 0.0) / (many - 2) * cycles},
            {"allocate", allocation_seconds() * cycles}};
}

} // namespace autoconfig
