// Search beside the model: regret after so many measured trials, over many shapes.
#pragma once

#include "bench/regret/landscape.h"

#include <cstdint>
#include <string>
#include <vector>

namespace autoconfig::bench {

/// Trials that are reported: 1, 2, 4, ... 64.
std::vector<int> reported_trials();

/// A way to search: the geomean over shapes of the factors that regrets are, averaged over repetitions
/// before.
struct SearchRow {
    std::string name;
    std::vector<double> regrets; // after each of reported_trials()
};

/// Random search, evolutionary search, and the best of the model measured: after one trial that is the
/// model's choice, which needs none. The seed and the order of the shapes determine the result.
std::vector<SearchRow> compare_searches(const std::vector<Landscape>& landscapes, std::uint64_t seed);

} // namespace autoconfig::bench
