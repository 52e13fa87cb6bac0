// From a plan to a pipeline and to its C++.
#pragma once

#include "tests/fuzz/plan.h"

#include <Halide.h>

#include <string>
#include <vector>

namespace autoconfig::fuzz {

struct Case {
    Halide::Pipeline pipeline;
    std::vector<Halide::ImageParam> inputs;
    std::vector<Halide::Func> funcs; // one a stage
    std::string text;                // statements that make `pipeline` and fill `inputs`
};

/// With estimates or bounds; `scheduled_by_hand`: the stages that the plan says have their schedule.
Case build(const Plan& plan, bool scheduled_by_hand);

/// Shape of every output buffer at a size, one a Tuple's value.
std::vector<std::vector<int>> output_shapes(const Plan& plan, const Case& built, const Size& size);

} // namespace autoconfig::fuzz
