// Loop unswitching: conditions that an innermost loop does not change, decided before it.
#pragma once

#include <Halide.h>

namespace autoconfig::lowering {

/// Writes innermost loops, and vectors outside of these, that are selected by what no loop within changes (a
/// channel, the parity of a line or of a vector's first column) once for each outcome, behind the condition:
/// each computes what it needs alone, where a select would compute all and choose. And once more where places
/// that are divided by 2, 3 or 4 begin at multiples, so that what they read in common is known. For any
/// target without a GPU.
void unswitch_loops(Halide::Pipeline& pipeline, const Halide::Target& target);

} // namespace autoconfig::lowering
