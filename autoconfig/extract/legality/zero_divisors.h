// Divisions by a Func that is 0 everywhere (RefusesZeroDivisors in defects.h): what PyTorch makes of a
// variance of one element, which is no number. Halide refuses them where it sees the 0, which is when the
// Func is inlined.
#pragma once

#include "autoconfig/extract/graph.h"

#include <set>
#include <string>

namespace autoconfig::extraction {

/// Pure Funcs that floats are divided by, or that are part of what they are divided by, where that would be
/// the constant 0 once all is inlined.
std::set<std::string> zero_divisors(const Graph& graph);

} // namespace autoconfig::extraction
