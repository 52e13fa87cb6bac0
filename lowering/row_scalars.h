// Numbers that all vectors of a row share.
#pragma once

#include <Halide.h>

namespace autoconfig::lowering {

/// Has what an innermost loop of vectors computes of loaded numbers, but does not change (a weight, or where
/// a row begins that data point to), computed before it: LLVM leaves it within behind the guards of a row's
/// end. For any target without a GPU.
void compute_row_scalars_once(Halide::Pipeline& pipeline, const Halide::Target& target);

} // namespace autoconfig::lowering
