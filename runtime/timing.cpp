// Wall-clock timing and the core clock.
#include "runtime/timing.h"

#include <algorithm>
#include <chrono>

namespace autoconfig {

namespace {

constexpr int links = 16; // additions in a step

/// In ascending order.
std::vector<double> run_seconds(const std::function<void()>& work, int runs) {
    using Clock = std::chrono::steady_clock;
    std::vector<double> seconds;
    for (int run = 0; run < runs; ++run) {
        const Clock::time_point start = Clock::now();
        work();
        seconds.push_back(std::chrono::duration<double>(Clock::now() - start).count());
    }
    std::sort(seconds.begin(), seconds.end());
    return seconds;
}

} // namespace

double shortest_seconds(const std::function<void()>& work, int runs) {
    return run_seconds(work, runs).front();
}

double lower_quartile_seconds(const std::function<void()>& work, int runs) {
    return run_seconds(work, runs)[static_cast<std::size_t>(runs / 4)];
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
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

double measured_frequency_ghz() {
    constexpr std::uint64_t steps = 50'000; // a quarter of a millisecond: most runs are not interrupted
    return links * 1e-9 * steps / shortest_seconds([] { busy(steps); }, 400);
}

} // namespace autoconfig
