// Which maxima and minima are found in lanes.
#pragma once

#include "autoconfig/extract/canonical/extremum_lanes.h"
#include "autoconfig/extract/graph.h"

namespace autoconfig::extraction {

/// Writes where it reads itself, and that is its own place; what it leaves out does not depend on the Func.
bool stays_in_place(const Stage& update, const Node& node);

/// A maximum or minimum along rows that pay for so many lanes, with its argument or one that keeps NaN, each
/// element in its own place.
bool is_extremum_along_rows(const Node& node, const Graph& graph, int lanes);

} // namespace autoconfig::extraction
