// Whether an algorithm computes a layer, and how exactly.
#pragma once

#include "autoconfig/decide/algorithm.h"

#include <string>

namespace autoconfig {

/// Bound on the error relative to max |input| * sum |weights|, see rounding.h; 0 for integers.
double error_bound(const Convolution& layer, Algorithm algorithm);

/// Why the algorithm does not compute the layer within an error of `budget` (0: not stated), or empty.
std::string refusal(const Convolution& layer, Algorithm algorithm, double budget);

} // namespace autoconfig
