// Whether inlining would ask for more than an update needs. Halide takes what an update reads twice out of
// the condition that its RDom::where is, and then wants all of it that the reduced loops name: more of an
// input than there may be (RequiresMoreUnderConditions in defects.h).
#pragma once

#include "autoconfig/extract/graph.h"

namespace autoconfig::extraction {

/// Does an update with an RDom::where read one producer in two places, once its producers are inlined where
/// they can be? Reads of different elements count.
bool picks_and_repeats(const Graph& graph, const Node& node, const Stage& stage);

} // namespace autoconfig::extraction
