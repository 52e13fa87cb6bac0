// Which updates are computed in vectors along dimension 0.
#pragma once

#include <Halide.h>

#include <cstddef>

namespace autoconfig::extraction {

/// Dimension 0 is a pure loop of the update, and no predicate (RDom::where) reads it, whose bounds a split
/// would round up.
bool may_run_along_rows(const Halide::Internal::Function& function, std::size_t update);

/// And it does not lead from row to row of all that is read while the innermost loop of the reduction goes
/// along these rows: there vectors along the reduction need no gathers.
bool runs_along_rows(const Halide::Internal::Function& function, std::size_t update);

} // namespace autoconfig::extraction
