// Rounds of an experiment, and seconds made cycles.
#include "runtime/experiment.h"

#include "runtime/timing.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace autoconfig::runtime {

namespace {

/// Each the shorter of two.
void take_shorter(Times& times, const Times& others) {
    if (times.empty()) times = others;
    std::transform(times.begin(), times.end(), others.begin(), times.begin(),
                   [](double a, double b) { return std::min(a, b); });
}

/// Seconds of `times`, and those of a core cycle behind them, from before and after: a core that has slept
/// needs time to come back to its clock.
Times one_try(const std::function<Times()>& times, const Effort& effort) {
    std::this_thread::sleep_for(std::chrono::milliseconds(effort.pause_ms));
    const double before = seconds_a_cycle();
    Times seconds = times();
    seconds.push_back(std::min(before, seconds_a_cycle()));
    return seconds;
}

/// What one_try returns in cycles.
Times in_cycles(Times seconds) {
    const double cycle = seconds.back();
    seconds.pop_back();
    for (double& time : seconds) time /= cycle;
    return seconds;
}

} // namespace

double Bench::seconds(const std::function<void()>& work) const { return shortest_seconds(work, effort.runs); }

std::vector<Samples>
Bench::repeat_all(const std::function<Times()>& times,
                  const std::function<std::vector<double>(const Times&)>& numbers) const {
    std::vector<Samples> samples;
    Times shortest;
    for (int round = 0; round < effort.rounds; ++round) {
        Times of_round;
        for (int at = 0; at < effort.tries; ++at) take_shorter(of_round, one_try(times, effort));
        take_shorter(shortest, of_round);
        const std::vector<double> values = numbers(in_cycles(of_round));
        samples.resize(values.size());
        for (std::size_t number = 0; number < values.size(); ++number)
            samples[number].rounds.push_back(values[number]);
    }
    const std::vector<double> best = numbers(in_cycles(shortest));
    for (std::size_t number = 0; number < best.size(); ++number) samples[number].best = best[number];
    return samples;
}

Samples Bench::repeat(const std::function<Times()>& times,
                      const std::function<double(const Times&)>& number) const {
    return repeat_all(times, [&](const Times& all) -> std::vector<double> { return {number(all)}; })[0];
}

Samples Bench::repeat(const std::function<double()>& time) const {
    return repeat([&]() -> Times { return {time()}; }, [](const Times& all) { return all[0]; });
}

} // namespace autoconfig::runtime
