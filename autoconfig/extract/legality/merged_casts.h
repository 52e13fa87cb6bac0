// Casts that Halide makes one of (MergesCasts in defects.h). Its simplifier takes the inner one of two casts
// away where the outer one goes to an integer of at most as many bits, also where the inner one is of a
// float: a float in the range of the inner type, which the outer one would wrap, is then converted to what
// the machine happens to. Where the inner cast is another Func's, that only happens when the Func is inlined.
#pragma once

#include "autoconfig/extract/graph.h"

#include <set>
#include <string>

namespace autoconfig::extraction {

/// Pure Funcs that hold integers made of floats, read by a cast which would wrap some of them.
std::set<std::string> casts_that_would_merge(const Graph& graph);

} // namespace autoconfig::extraction
