// Innermost loops without boundary conditions, where none of them applies.
#pragma once

#include <Halide.h>

namespace autoconfig::lowering {

/// Writes innermost loops that read elements behind boundary conditions (a constant outside of an image) once
/// more without these, for when the loop lies inside of all of them. Halide does the same for whole loops
/// over tiles, but not in what it takes for a rare case: the last columns, the last tile of a row, tiles at
/// an edge of which only a tap of a window crosses it. For any target without a GPU.
void add_interior_loops(Halide::Pipeline& pipeline, const Halide::Target& target);

} // namespace autoconfig::lowering
