// Vectors that go by quotients and remainders of the lane, loaded phase by phase.
#pragma once

#include <Halide.h>

namespace autoconfig::lowering {

/// Halide gathers lane by lane where an index that holds `x / 2` or `x % 2` has a name of its own, as in the
/// updates of Tuples. Loads even and odd lanes apart, each as neighbours, and interleaves them; by up to four
/// phases. For any target without a GPU.
void load_phases_apart(Halide::Pipeline& pipeline, const Halide::Target& target);

} // namespace autoconfig::lowering
