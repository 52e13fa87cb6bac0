// Scans: what a step has stored is in a register when the next one takes it up.
#pragma once

#include <Halide.h>

namespace autoconfig::lowering {

/// Keeps in a register what an innermost loop stores in one step and loads in the next, as scans and
/// recursive filters do: the next step waits for the arithmetic then, not for the store and the load as well
/// (Fog: 7 to 8 cycles on Zen, 4 to 5 on Intel's cores). LLVM does so for one row, not for several that go on
/// side by side, as these may be the same for all that it knows. Where that depends on sizes of run time,
/// both loops are there, behind a comparison of places. For any target without a GPU.
void carry_values(Halide::Pipeline& pipeline, const Halide::Target& target);

} // namespace autoconfig::lowering
