// Memory that a plan takes while the pipeline runs, at the estimates.
#pragma once

#include "autoconfig/decide/fusion.h"
#include "autoconfig/decide/result_place.h"

#include <string>
#include <vector>

namespace autoconfig {

/// Of one Func.
struct Storage {
    std::string func;   // "out", "copy of B"
    std::string where;  // "root", "tiles of out"
    double bytes = 0;   // at tiles: of one thread
    bool added = false; // made for the schedule, no Func of the pipeline
};

/// Copies of the result and of operands. What stays in registers and on the stack is left out.
std::vector<Storage> storage_of(const ContractionPlan& contraction);

/// The leader, unless it is an output, and the members.
std::vector<Storage> storage_of(const FusedGroup& group);

} // namespace autoconfig
