// Products of booleans that were cast to numbers, of which Halide makes no vectors (NarrowsFlags in
// defects.h).
#pragma once

#include "autoconfig/extract/graph.h"

namespace autoconfig::extraction {

/// Does the stage multiply two such numbers, also where they come out of Funcs that may be inlined?
bool multiplies_flags(const Graph& graph, const Stage& stage);

} // namespace autoconfig::extraction
