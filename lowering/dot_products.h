// Several steps of a sum of products at a time.
#pragma once

#include <Halide.h>

namespace autoconfig::lowering {

/// Has innermost loops whose vectors each add products of integers of 16 bits or fewer to 32 go as many steps
/// at a time as one instruction of the target multiplies and adds up in a lane: four of 8 bits (VPDPBUSD),
/// or two of 16 (VPMADDWD). Vectors are interleaved for that: two of 16 bits where several sums share them.
/// Along the reduced loop only the sum of all lanes counts, so that neighbours may be taken together. The
/// sums are the same: integers may be added in any order.
void add_dot_products(Halide::Pipeline& pipeline, const Halide::Target& target);

} // namespace autoconfig::lowering
