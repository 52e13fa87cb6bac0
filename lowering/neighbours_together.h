// Vectors whose lanes take turns in memory, as the channels of interleaved pixels or the parts of complex
// numbers.
#pragma once

#include <Halide.h>

namespace autoconfig::lowering {

/// Where a statement loads all of 2 to 4 vectors that lie interleaved, loads what they are made of as
/// neighbours, once, and takes them out of that: Halide's code generator loads each by itself, and of a
/// buffer which may end behind the last lane in pieces. For any target without a GPU.
void load_neighbours_together(Halide::Pipeline& pipeline, const Halide::Target& target);

} // namespace autoconfig::lowering
