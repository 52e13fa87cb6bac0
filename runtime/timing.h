// Time for the probe: wall-clock seconds, how many core cycles a second has, and work of a known length.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace autoconfig {

/// Seconds one call of `work` takes: the shortest of several runs, for work that anything else on the machine
/// only lengthens.
double shortest_seconds(const std::function<void()>& work, int runs);

/// What a quarter of several runs stay under, for work whose length varies by nature (waking a thread).
double lower_quartile_seconds(const std::function<void()>& work, int runs);

/// The middle one of some values.
double median(std::vector<double> values);

/// A chain of 16 * steps integer additions, one a cycle.
void busy(std::uint64_t steps);

/// Steps of `busy` that take this long.
std::uint64_t busy_steps(double seconds, double ghz);

/// Core clock under load, by `busy`.
double measured_frequency_ghz();

} // namespace autoconfig
