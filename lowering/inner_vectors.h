// Vectors that lie within an image, and within one row of what they read.
#pragma once

#include <Halide.h>

namespace autoconfig::lowering {

/// Where a loop of a reduction, or data, moves an index that is clamped or mirrored at bounds, or indices are
/// quotients and remainders, as in `in(k % channels, k / channels)`, Halide computes them lane by lane and
/// gathers. Puts a second version before such a statement, for vectors that no bound cuts and whose lanes
/// have one quotient: these read neighbours. Which of the two runs is decided for each vector; for a sum that
/// is written out, once for all of its terms. For any target without a GPU.
void read_inner_vectors(Halide::Pipeline& pipeline, const Halide::Target& target);

} // namespace autoconfig::lowering
