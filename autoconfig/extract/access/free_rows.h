// Updates whose innermost reduced loop may go along a row in any order, as a pure loop does.
#pragma once

#include "autoconfig/extract/graph.h"

#include <optional>

namespace autoconfig::extraction {

/// Does the innermost reduced loop of stage s, an update, lead from one element of dimension 0 to the next,
/// and does no step of it read what another one writes? As where a row is made of the row before it,
/// f(r.x, r.t) = f(r.x - 1, r.t - 1) + f(r.x + 1, r.t - 1).
bool has_free_rows(const Node& node, std::size_t s);

/// The same Func, where stage s, an update, has such rows: they are written as those of a pure loop are, and
/// the reduced loop is gone. None where it has not.
std::optional<Node> with_pure_rows(const Node& node, std::size_t s);

} // namespace autoconfig::extraction
