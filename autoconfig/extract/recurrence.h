// How long an iteration of an update waits for the one before.
#pragma once

#include "autoconfig/extract/graph.h"

#include <string>
#include <vector>

namespace autoconfig::extraction {

/// Operations that an iteration of the update waits for, of those from what it reads of its own Func to its
/// value: of a path that is so long, those of one iteration where the element read was written several
/// iterations before. Each is about as long as an addition of floats: a product and the sum that it goes into
/// are one, a division three, a function as Halide computes exp eight. 0 where it reads nothing that it has
/// written. `window`: the extents of its reduced loops, innermost first.
double operations_in_turn(const Stage& stage, const std::string& func, const std::vector<double>& window);

} // namespace autoconfig::extraction
