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
    double tolerance = 0;                  // relative; 0: every element is exact
    std::vector<std::string> inlined = {}; // Funcs that cannot be computed apart: they have no bounded region
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

/// One product, written in many ways; the first is a sum that the output reads.
const std::vector<PipelineCase>& spelled_cases();

/// Several contractions in one pipeline.
const std::vector<PipelineCase>& network_cases();

/// None that has a loop to vectorise outside its reduction.
const std::vector<PipelineCase>& ladder_cases();

/// What published reports on other autoschedulers are about.
const std::vector<PipelineCase>& published_cases();

/// The same, as far as places are computed, read or offset at run time.
const std::vector<PipelineCase>& coordinate_cases();

/// Reductions along rows, across them and over both.
const std::vector<PipelineCase>& reduction_cases();

/// Reductions of what two operands come to together, other than by products.
const std::vector<PipelineCase>& pair_cases();

/// Products with an operand at places that depend on data or on a size at run time.
const std::vector<PipelineCase>& gathered_cases();

/// Updates of all kinds, Tuples, indices that depend on data, external code.
const std::vector<PipelineCase>& update_cases();

/// Updates that make elements of those they made before: recursive filters, steps in time, paths.
const std::vector<PipelineCase>& step_cases();

/// Rows that go by quotients and remainders, or lie interleaved.
const std::vector<PipelineCase>& phase_cases();

/// What fixes of other autoschedulers, and requests to them, were for.
const std::vector<PipelineCase>& fixed_cases();

/// What tests/fuzz found.
const std::vector<PipelineCase>& fuzzed_cases();

/// The same, about how much of a Func or an input is read.
const std::vector<PipelineCase>& region_cases();

/// What Halide gets wrong, or does not compile, in vectors.
const std::vector<PipelineCase>& vector_cases();

/// Boundary conditions, changes of resolution, chains of stages, outputs of several sizes.
const std::vector<PipelineCase>& image_cases();

/// Windows around each place: large ones, boxes, pooling, means of what looks alike.
const std::vector<PipelineCase>& window_cases();

/// The lists from published_cases() on.
std::vector<PipelineCase> any_pipelines();

/// So many stages, each of which reads the one before at two places, `reach` apart.
Built chain(const Sizes& stated, const Bound& bound, int stages, int reach);

/// ResNet-18 as far as its first `blocks` of 8, the first of which has so many channels; images are n x m.
Built resnet18(const Sizes& stated, const Bound& bound, int channels, int blocks);

Built build(const std::string& name, const Sizes& stated, const Bound& bound);

} // namespace autoconfig::testing
