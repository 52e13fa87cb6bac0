// Time for the experiments: wall-clock seconds, the core's clock, and work of a known length.
#pragma once

#include <cstdint>
#include <functional>

namespace autoconfig::runtime {

/// Seconds one call of `work` takes: the shortest of several runs, for work that anything else on the machine
/// only lengthens.
double shortest_seconds(const std::function<void()>& work, int runs);

/// A chain of 16 * steps integer additions, one a cycle.
void busy(std::uint64_t steps);

/// Steps of `busy` that take this long.
std::uint64_t busy_steps(double seconds, double ghz);

/// Of the core under load, by `busy`.
double seconds_a_cycle();

} // namespace autoconfig::runtime
