// Which sums are of operands that are worth Funcs of their own.
#pragma once

#include "autoconfig/extract/access/regions.h"
#include "autoconfig/extract/graph.h"

namespace autoconfig::extraction {

/// Sums of floats that are not yet products of two operands.
bool may_join_operands(const Node& node, const Graph& graph);

/// Products of two operands: of floats, and of integers where a tile of several rows and columns multiplies
/// pairs (lowering/paired_steps.h).
bool may_name_operands(const Node& node, const Graph& graph, const Regions& regions);

} // namespace autoconfig::extraction
