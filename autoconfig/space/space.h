// What could be done: every configuration of a contraction that is valid on a machine and worth costing,
// and the families that were refused.
#pragma once

#include "autoconfig/extract/problem.h"
#include "autoconfig/machine/machine.h"
#include "autoconfig/space/config.h"

#include <string>
#include <utility>
#include <vector>

namespace autoconfig {

struct Space {
    std::vector<Config> configs;
    std::vector<std::pair<std::string, std::string>> refused; // family, reason

    void refuse(std::string family, std::string reason) {
        refused.emplace_back(std::move(family), std::move(reason));
    }
};

/// Valid by construction: MR <= M, NR <= N where these are bound, MR*n_v + n_v + 1 <= registers, or
/// n_v + 2 of one row along k. Never empty for a problem with an N loop; empty for one without.
Space enumerate(const Problem& problem, const Machine& machine);

/// Is B computed, and read once as all rows lie in one tile, so that it is made where it is read?
bool makes_b_where_read(const Problem& problem, const Config& config);

} // namespace autoconfig
