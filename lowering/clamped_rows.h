// Vectors across the bounds of a row.
#pragma once

#include <Halide.h>

namespace autoconfig::lowering {

/// Where an index is clamped, as boundary conditions do, Halide loads the vectors at the ends of rows lane by
/// lane, of which most lie within the bounds: these are loaded together, the others take the element that the
/// bound names. On x86 with masked loads of the elements: AVX for 32 and 64 bits, AVX-512 for all.
void load_clamped_rows(Halide::Pipeline& pipeline, const Halide::Target& target);

} // namespace autoconfig::lowering
