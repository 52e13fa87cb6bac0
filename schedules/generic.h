// Funcs that lead no group and belong to none: scheduled simply, and right at every size.
#pragma once

#include "autoconfig/decide/fusion.h"
#include "schedules/script.h"

#include <Halide.h>

#include <set>
#include <string>
#include <vector>

namespace autoconfig {

/// How one Func was scheduled, for the report.
struct GenericStep {
    std::string func;
    std::string what; // "computed at root, 8 wide, parallel over y" or why it was left alone
};

/// Schedules every Func of the pipeline that is not in `taken`: computed at root, vectorized and parallel
/// along pure loops.
std::vector<GenericStep> schedule_rest(Script& script, const Halide::Pipeline& pipeline, const Fusion& fusion,
                                       const std::set<std::string>& taken);

} // namespace autoconfig
