// What a search would have found in a measured space: each way to search is the order in which it measures.
#pragma once

#include "bench/regret/chance.h"
#include "bench/regret/landscape.h"
#include "bench/regret/parameters.h"

#include <cstddef>
#include <vector>

namespace autoconfig::bench {

/// Indices of configurations, as many as are measured.
using Order = std::vector<std::size_t>;

/// At random, none twice. A configuration that stands for several comes up that often.
Order random_order(const Landscape& landscape, std::size_t trials, Chance& chance);

/// As evolutionary tuners do: the first 8 at random. Then each child of two of the 8 fastest so far, each the
/// faster of two drawn from them: every parameter is that of either parent, and one moves to the value above
/// or below it. What is measured is the configuration closest to the child that was not yet.
Order evolutionary_order(const Landscape& landscape, const Parameters& parameters, std::size_t trials,
                         Chance& chance);

/// By prediction, the best first.
Order predicted_order(const std::vector<double>& predicted_s);

/// Seconds of the fastest of the first so many / seconds of the fastest of all - 1, for each count of trials.
std::vector<double> regrets_after(const std::vector<int>& trials, const Order& order,
                                  const Landscape& landscape);

} // namespace autoconfig::bench
