// Small pipelines with contractions in them, each made anew on every call since scheduling changes Funcs,
// and what a run of them needs. Values are small integers, also in floats: every order of summation gives
// the same sum.
#pragma once

#include "tests/support/guarded.h"

#include <Halide.h>

#include <functional>
#include <string>
#include <vector>

namespace autoconfig::testing {

struct Sizes {
    int m = 1, n = 1, k = 1;
    std::string name() const { return std::to_string(m) + "x" + std::to_string(n) + "x" + std::to_string(k); }
};

/// Which sizes a pipeline states as bounds; the others come at run time, with an estimate.
struct Bound {
    bool m = true, n = true, k = true;
};
constexpr Bound all_bound{true, true, true}, none_bound{false, false, false};

/// A pipeline and the shapes that its buffers have at given sizes.
struct Built {
    Halide::Pipeline pipeline;
    std::vector<Halide::ImageParam> inputs;
    std::function<std::vector<Shape>(const Sizes&)> input_shapes;
    std::function<std::vector<Shape>(const Sizes&)> output_shapes;
    double tolerance = 0; // relative; 0: every element is exact
};

/// `stated` are bounds or estimates, as `bound` says for each.
using Builder = Built (*)(const Sizes& stated, const Bound& bound);

struct PipelineCase {
    std::string name;
    Builder build;
};

/// One contraction each: written in place, through an epilogue, for a consumer of another kind, transposed
/// operands and results, batches, several loops of a role, vectors for a matrix.
const std::vector<PipelineCase>& contraction_cases();

/// Several contractions in one pipeline.
const std::vector<PipelineCase>& network_cases();

/// None that has a loop to vectorise outside its reduction.
const std::vector<PipelineCase>& ladder_cases();

Built build(const std::string& name, const Sizes& stated, const Bound& bound);

} // namespace autoconfig::testing
