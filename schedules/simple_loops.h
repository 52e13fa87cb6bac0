// Loops of one stage, as they are right at every size: guarded vectors along rows.
#pragma once

#include "schedules/script.h"

#include <vector>

namespace autoconfig {

/// Loops of an update that run over its Func's own dimensions, in place.
std::vector<Halide::Var> pure_loops(const Halide::Internal::Function& function, std::size_t update);

/// x -> vector, lane: `lanes` wide, with a guard at the end of the row. The loop over vectors.
Axis vectorize_rows(Script& script, StageScript& stage, const Axis& x, int lanes);

/// Every update of a Func: vectors along its rows where those are a pure loop. With `threads` its outermost
/// pure loop is parallel.
void schedule_updates(Script& script, FuncScript& func, int lanes, bool threads);

} // namespace autoconfig
