// What AutoConfig adds to a pipeline beside its schedule.
#pragma once

#include "autoconfig/decide/storage.h"

#include <Halide.h>

#include <vector>

namespace autoconfig::lowering {

/// The passes that suit what AutoConfig schedules, for plugin users and the command alike: partial vectors
/// (whole_vectors.h), conditions before loops (unswitch.h, interior_loops.h), addresses (scalar_addresses.h),
/// indices (inner_vectors.h, clamped_rows.h), products of integers (paired_steps.h), scans
/// (carried_values.h), Tuples (shared_values.h), tiles (separate_tiles.h), memory at root (pooled_storage.h),
/// for which it is said how much the plan holds.
void add_passes(Halide::Pipeline& pipeline, const Halide::Target& target,
                const std::vector<Storage>& storage);

} // namespace autoconfig::lowering
