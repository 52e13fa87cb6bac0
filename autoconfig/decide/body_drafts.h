// Candidates for the bodies of a contraction whose sizes are not bound, with the time of each at sampled
// sizes.
#pragma once

#include "autoconfig/decide/run_time_sizes.h"
#include "autoconfig/machine/machine.h"
#include "autoconfig/model/cost.h"
#include "autoconfig/space/config.h"
#include "autoconfig/space/facts.h"

#include <vector>

namespace autoconfig {

constexpr double never = 1e6; // in place of a logarithm of cycles

/// Steps that there are, or have to be, of the loops that each test asks: as RunTimeSizes::asked().
using Steps = std::vector<std::int64_t>;

struct BodyDraft {
    Config config;
    Way way = {};
    bool guards_columns = false, winner = false;
    Steps needed, least;        // from which on it could run; runs
    std::vector<double> cycles; // logarithms, at each of the sampled sizes; never, where it cannot run

    bool runs_at(const Steps& steps) const;
    bool could_run_anywhere() const;
    /// Results of a tile.
    std::int64_t tile() const { return std::int64_t{config.MR} * config.NR(); }
};

struct BodyDrafts {
    std::vector<BodyDraft> drafts; // larger tiles first; one or more that could run anywhere at the end
    std::vector<Steps> sampled;    // the estimates last, at which nothing but the winner may run
};

/// From which sizes on a result holds whole tiles of a configuration.
Steps whole_tiles(const Config& config, const Problem& problem, const RunTimeSizes& sizes);

/// In as many tasks as there are at these sizes.
Cost cost_of_all_tasks(const Config& config, const Facts& facts);

/// What is best at sampled sizes, and tiles whose columns are guarded: of all these the ones by which most
/// time is saved where each size takes its best. Sizes of fewer columns have bodies of their own.
BodyDrafts body_drafts(const Problem& problem, const Machine& machine, const RunTimeSizes& sizes,
                       const Config& winner, std::int64_t fewest_columns);

} // namespace autoconfig
