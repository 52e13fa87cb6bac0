// Sizes that are not bound: a few bodies of code, each a configuration with the sizes from which on it runs.
#pragma once

#include "autoconfig/decide/run_time_sizes.h"
#include "autoconfig/machine/machine.h"
#include "autoconfig/space/config.h"

#include <optional>
#include <string>
#include <vector>

namespace autoconfig {

/// A dimension of a buffer along which elements lie side by side: its stride is 1.
struct Dense {
    std::string func;
    int dimension = 0;
    bool operator==(const Dense& other) const { return func == other.func && dimension == other.dimension; }
};

struct Body {
    Config config;
    std::vector<AtLeast> where = {}; // all hold
    /// Sizes may be less than a tile, which does less then; otherwise the last tile moves inwards.
    bool guards_rows = false, guards_columns = false;
    bool from_first_group = false; // the result must begin with its first group of channels
    bool single_column = false;    // there must be one
    std::vector<Dense> dense = {}; // all must be
    std::optional<Way> way = {};   // none: that at the estimates
};

/// The problem in the body's way.
inline Problem in_way_of(const Body& body, const Problem& problem) {
    return in_way(problem, body.way.value_or(problem.way));
}

/// Do its sizes hold, as far as they are those of loops?
bool runs_at(const Body& body, const Problem& problem, const Sizes& sizes);

/// Of all sizes.
inline Body guarded(const Config& config) { return {config, {}, true, true, false, false, {}, {}}; }

constexpr std::size_t most_bodies = 6; // beside those of a single column, which are at most two

/// In the order in which they are asked, the winner at the estimates among them; the last one is right at any
/// size and any stride. A single one where nothing can be asked. Where it is only because dimensions before
/// it are estimated to be of one element that vectors find their elements side by side, all but the last ask
/// for that. Bodies are added while they shorten the time, on average over all sizes, by more than they are
/// worth in code.
std::vector<Body> bodies_by_size(const Problem& problem, const Machine& machine, const Config& winner);

} // namespace autoconfig
