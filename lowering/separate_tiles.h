// Register tiles of different vectors that do not share memory on the stack.
#pragma once

#include <Halide.h>

namespace autoconfig::lowering {

/// Halide's code generator uses an array on the stack again for the next one that is no larger. Where bodies
/// of code have tiles of different vectors, as those for few columns, LLVM then keeps both in registers of
/// the wider kind, and takes the narrower vectors out of these and puts them back in every step. Makes such
/// arrays a little larger than those before them, so that each is its own: registers are what most of them
/// become, and take no memory. For any target without a GPU.
void keep_tiles_apart(Halide::Pipeline& pipeline, const Halide::Target& target);

} // namespace autoconfig::lowering
