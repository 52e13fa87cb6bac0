// What AutoConfig adds to a pipeline beside its schedule.
#pragma once

#include "autoconfig/decide/storage.h"

#include <Halide.h>

#include <map>
#include <string>
#include <vector>

namespace autoconfig::lowering {

/// The passes that suit what AutoConfig schedules, for plugin users and the command alike: partial vectors
/// (whole_vectors.h), conditions before loops (unswitch.h, interior_loops.h), addresses (scalar_addresses.h),
/// indices (inner_vectors.h, clamped_rows.h), products of integers (dot_products.h), scans
/// (carried_values.h), Tuples (shared_values.h), tiles (separate_tiles.h), memory at root (pooled_storage.h),
/// for which it is said how much the plan holds, and parallel loops of Funcs for which it is said when
/// threads pay (one_task.h).
void add_passes(Halide::Pipeline& pipeline, const Halide::Target& target, const std::vector<Storage>& storage,
                const std::map<std::string, Halide::Expr>& threads_pay);

} // namespace autoconfig::lowering
