// Elements that decide whether an update is computed at all: RDom::where conditions that no loop moves.
#pragma once

#include "autoconfig/extract/access/regions.h"
#include "autoconfig/extract/graph.h"

#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace autoconfig::extraction {

/// Loops of stage s that move an index: all but those of one step.
std::vector<std::string> moving_loops(const Node& node, std::size_t s, const Regions& regions);

/// Is it the same element wherever these loops lead?
bool reads_one_element(const Halide::Internal::Call* load, const std::vector<std::string>& loops);

/// Funcs, but outputs, of which an RDom::where reads one element only, also through a Func that may be
/// inlined into it: where Halide allocates by deciding reads (defects.h), such a condition becomes part of
/// how much of the Func is allocated, unless what the update reads lies within the Func's own loops as they
/// are written, none of them split.
std::set<std::string> funcs_that_decide(const Graph& graph, const Regions& regions);

} // namespace autoconfig::extraction
