// What AutoConfig adds to a pipeline beside its schedule.
#pragma once

#include <Halide.h>

namespace autoconfig::lowering {

/// The passes that suit what AutoConfig schedules, for plugin users and the command alike: partial vectors
/// (whole_vectors.h), conditions before loops (unswitch.h, interior_loops.h), addresses (scalar_addresses.h),
/// tiles (separate_tiles.h).
void add_passes(Halide::Pipeline& pipeline, const Halide::Target& target);

} // namespace autoconfig::lowering
