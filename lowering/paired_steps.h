// Two steps of a sum of products at a time.
#pragma once

#include <Halide.h>

namespace autoconfig::lowering {

/// Has innermost loops whose vectors each add a product of integers of 16 bits or fewer to 32 go two steps
/// at a time, for targets that multiply pairs and add them up in one instruction (VPMADDWD): of a register
/// tile, whose vectors of one operand several sums share, as they are interleaved first; and along the
/// reduced loop, where only the sum of all lanes counts, so that neighbours may be a pair. The sums are the
/// same: integers may be added in any order.
void add_steps_in_pairs(Halide::Pipeline& pipeline, const Halide::Target& target);

} // namespace autoconfig::lowering
