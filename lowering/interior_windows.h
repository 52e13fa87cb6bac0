// Loops over a window without boundary conditions, where the whole window lies inside.
#pragma once

#include <Halide.h>

namespace autoconfig::lowering {

/// Writes nests of loops over windows, of known extents, once more without the boundary conditions that
/// depend on where in the window a step is, for windows that lie inside of all of them. Halide cuts loops
/// over the image for that, but none where the conditions of two dimensions have come to be one (`x < 1 || y
/// < 1` is `min(x, y) < 1` to its simplifier: padding on two sides of four, as of layers of stride 2). For
/// any target without a GPU.
void add_interior_windows(Halide::Pipeline& pipeline, const Halide::Target& target);

} // namespace autoconfig::lowering
