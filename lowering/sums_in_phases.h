// Sums of what vectors put together from several phases.
#pragma once

#include <Halide.h>

namespace autoconfig::lowering {

/// Halide makes a vector that goes by quotients or remainders of the lane, as resampling does, of as many
/// vectors as there are phases, and interleaves them wherever it loads one. Where a sum in registers adds up
/// such vectors, adds up each phase by itself and interleaves what these come to. For any target without a
/// GPU.
void add_up_phases_apart(Halide::Pipeline& pipeline, const Halide::Target& target);

} // namespace autoconfig::lowering
