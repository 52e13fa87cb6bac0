// Divisions that a loop repeats.
#pragma once

#include <Halide.h>

namespace autoconfig::lowering {

/// Has quotients and remainders by numbers that are known at run time only, which an innermost loop does not
/// change, computed before it: LLVM leaves them behind the branches within, as a division may trap. Halide's
/// does not: of zero it makes zero. For any target without a GPU.
void divide_before_loops(Halide::Pipeline& pipeline, const Halide::Target& target);

} // namespace autoconfig::lowering
