// Memory that a plan takes while the pipeline runs, at the estimates.
#pragma once

#include "autoconfig/decide/fusion.h"
#include "autoconfig/decide/result_place.h"

#include <string>
#include <vector>

namespace autoconfig {

/// Of one Func, or of a copy of it that is made for the schedule.
struct Storage {
    std::string func;
    std::string where; // "root", "tiles of out"
    double bytes = 0;  // at tiles: of one thread
    bool copy = false;
};

/// Copies of the result and of operands. What stays in registers and on the stack is left out.
std::vector<Storage> storage_of(const ContractionPlan& contraction);

/// The leader, unless it is an output, and the members.
std::vector<Storage> storage_of(const FusedGroup& group);

} // namespace autoconfig
