// Which updates are computed in vectors along dimension 0.
#pragma once

#include "autoconfig/extract/graph.h"

#include <cstddef>

namespace autoconfig::extraction {

/// Dimension 0 is a pure loop of the update, and no predicate (RDom::where) reads it, whose bounds a split
/// would round up.
bool may_run_along_rows(const Halide::Internal::Function& function, std::size_t update);

/// And it does not lead from row to row of all that is read while the innermost loop of the reduction goes
/// along these rows: there vectors along the reduction need no gathers.
bool runs_along_rows(const Halide::Internal::Function& function, std::size_t update);

/// A reduction whose terms may be combined in any order: each value by itself, by operators that Halide knows
/// to be associative and commutative, and under strict_float of floats only a maximum or minimum.
bool may_be_in_any_order(const Node& node, const Stage& stage, bool strict_float);

/// Do vectors along rows pay in stage `s`, an update? In a reduction that may not be in any order they gather
/// rather than go one by one.
bool vectors_run_along_rows(const Node& node, std::size_t s, bool any_order);

} // namespace autoconfig::extraction
