// How long an iteration of an update waits for the one before.
#pragma once

#include "autoconfig/extract/graph.h"

#include <cstdint>
#include <string>

namespace autoconfig::extraction {

/// Operations one after the other from what the update reads of its own Func to its value, each about as long
/// as an addition of floats: a product and the sum that it goes into are one, a division three, a function as
/// Halide computes exp eight. 0 where it reads nothing of it.
double operations_in_turn(const Stage& stage, const std::string& func);

/// So many iterations of the innermost reduced loop lie between that which writes an element and the first
/// that reads it, at least one; one where that is not known.
std::int64_t iterations_between(const Stage& stage, const std::string& func);

} // namespace autoconfig::extraction
