// Sizes that are not bound: a few bodies of code, each a configuration with the sizes from which on it runs.
#pragma once

#include "autoconfig/decide/run_time_sizes.h"
#include "autoconfig/machine/machine.h"
#include "autoconfig/space/config.h"

#include <vector>

namespace autoconfig {

struct Body {
    Config config;
    std::vector<AtLeast> where = {}; // all hold; none: at any size
    /// Sizes may be less than a tile, which does less then; otherwise the last tile moves inwards.
    bool guards_rows = false, guards_columns = false;
    bool from_first_group = false; // the result must begin with its first group of channels
    bool single_column = false;    // there must be one, and k of B must lie side by side as it then does
};

/// Of all sizes.
inline Body guarded(const Config& config) { return {config, {}, true, true, false, false}; }

constexpr std::size_t most_bodies = 6; // beside those of a single column, which are at most two

/// In the order in which they are asked, the winner at the estimates among them; the last one is right at any
/// size. A single one where nothing can be asked.
/// Bodies are added while they shorten the time, on average over all sizes, by more than they are worth in
/// code.
std::vector<Body> bodies_by_size(const Problem& problem, const Machine& machine, const Config& winner);

} // namespace autoconfig
