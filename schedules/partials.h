// Reductions along what lies side by side in memory: vectors of partial results.
#pragma once

#include "autoconfig/model/group_cost.h"
#include "schedules/script.h"

#include <cstddef>
#include <string>
#include <vector>

namespace autoconfig {

/// other pure loops
///   first pure loop           (none: at root)
///     partial results: other reduced loops, steps, [partial]
///     combines [partial]
/// `pure`: the update's pure loops, the first one innermost. Threads share the `shared` one of them (-1:
/// none), so many elements at a time; then partial results are combined one by one, and not in atomic
/// vectors.
void combine_partials(Script& script, FuncScript& func, std::size_t update, const Partials& partials,
                      std::vector<Axis> pure, int shared, std::int64_t task);

} // namespace autoconfig
