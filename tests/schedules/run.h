// Runs pipelines of pipelines.h, scheduled and not, and compares the results.
#pragma once

#include "autoconfig/autoschedule.h"
#include "tests/schedules/pipelines.h"

namespace autoconfig::testing {

/// A machine with caches so small that small problems are blocked, and four cores.
Options small_machine();

/// A pipeline whose Funcs are computed at root, one element after the other. Compiled once for all sizes.
class Unscheduled {
public:
    explicit Unscheduled(const std::string& name);
    explicit Unscheduled(Built built);
    std::vector<Halide::Buffer<>> at(const Sizes& sizes);

private:
    Built built_;
};

inline std::vector<Halide::Buffer<>> expected(const std::string& name, const Sizes& sizes) {
    return Unscheduled(name).at(sizes);
}

/// Runs the pipeline as it is scheduled. Empty where every element of every output is as expected and
/// nothing around the outputs was written; otherwise what is wrong.
/// `offset`: elements from an aligned address to the start of every output.
std::string difference(Built& built, const Sizes& sizes, const std::vector<Halide::Buffer<>>& expected,
                       int offset = 0);

/// The same for a pipeline that AutoConfig schedules for these sizes; also where scheduling or running it
/// throws.
std::string difference(const std::string& name, const Sizes& sizes, const Bound& bound,
                       const Options& options, const std::vector<Halide::Buffer<>>& expected);

Halide::Target target();

/// Names of the configurations of the first contraction, the best first.
std::vector<std::string> space_of(const std::string& name, const Sizes& sizes, const Bound& bound,
                                  const Options& options, const Halide::Target& compiled_for = target());

/// A text without the numbers that Halide appends to names it has seen before, "prod$3", which are "prod_3"
/// in a schedule's source.
std::string without_suffixes(const std::string& text);

} // namespace autoconfig::testing
