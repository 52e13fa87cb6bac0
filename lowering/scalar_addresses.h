// Addresses of rows that LLVM shall not compute in vectors.
#pragma once

#include <Halide.h>

namespace autoconfig::lowering {

/// Where a loop loads single elements of several rows of a buffer, or few side by side, as a register tile
/// does of A, and how far
/// these lie apart is not known before run time, LLVM's SLP vectorizer computes their indices side by side in
/// every step and takes each out of its lane again: several instructions for a load. Has each row's distance
/// from the first computed before the loop, in a form that the vectorizer cannot take apart. For any target
/// without a GPU.
void keep_addresses_scalar(Halide::Pipeline& pipeline, const Halide::Target& target);

} // namespace autoconfig::lowering
