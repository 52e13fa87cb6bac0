// Wall-clock timing and the core clock.
#include "runtime/timing.h"

#include <algorithm>
#include <chrono>
#include <limits>

namespace autoconfig::runtime {

namespace {

constexpr int links = 16;                    // additions in a step
constexpr std::uint64_t clock_steps = 4'000; // some 20 us: most runs are not interrupted

double run_seconds(const std::function<void()>& work) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    work();
    return std::chrono::duration<double>(Clock::now() - start).count();
}

} // namespace

double shortest_seconds(const std::function<void()>& work, int runs) {
    double shortest = std::numeric_limits<double>::infinity();
    for (int run = 0; run < runs; ++run) shortest = std::min(shortest, run_seconds(work));
    return shortest;
}

void busy(std::uint64_t steps) {
    std::uint64_t total = steps;
    for (std::uint64_t step = 0; step < steps; ++step)
#pragma GCC unroll 16
        for (int link = 0; link < links; ++link) {
            total += step;
            asm volatile("" : "+r"(total));
        }
}

std::uint64_t busy_steps(double seconds, double ghz) {
    return static_cast<std::uint64_t>(seconds * ghz * 1e9 / links);
}

double seconds_a_cycle() {
    constexpr int runs = 30;
    return shortest_seconds([] { busy(clock_steps); }, runs) / (links * clock_steps);
}

} // namespace autoconfig::runtime
