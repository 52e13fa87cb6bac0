// Which conditions of an RDom::where choose by data, and bound nothing.
#pragma once

#include "autoconfig/extract/graph.h"

#include <cstddef>
#include <vector>

namespace autoconfig::extraction {

/// Conditions of stage s, an update, by their places in Stage::conditions, that read images or other Funcs
/// and bound nothing: without them the update would read no more of any.
std::vector<std::size_t> conditions_on_data(const Node& node, std::size_t s);

/// Those of them that leave out single elements. Where a reduced loop moves nothing that the condition reads,
/// as in r < length(y), Halide ends the loop where it no longer holds.
std::vector<std::size_t> conditions_on_elements(const Node& node, std::size_t s);

/// Is every condition of stage s one on data?
bool is_picked_by_data(const Node& node, std::size_t s);

} // namespace autoconfig::extraction
