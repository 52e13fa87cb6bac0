// Partial vectors of accumulators as whole ones.
#pragma once

#include <Halide.h>

namespace autoconfig::lowering {

/// Has stores of a part of a vector to storage that a loop allocates afresh write whole vectors where nothing
/// else lies in the lanes beyond: LLVM keeps such accumulators in registers, while one that is stored under a
/// mask goes through memory in every step of a sum. Loads of the caller's buffers keep their masks, and
/// nothing beyond them is touched. For any target without a GPU.
void store_whole_vectors(Halide::Pipeline& pipeline, const Halide::Target& target);

} // namespace autoconfig::lowering
