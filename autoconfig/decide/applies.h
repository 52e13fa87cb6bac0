// Whether an algorithm computes a layer.
#pragma once

#include "autoconfig/decide/algorithm.h"

#include <string>

namespace autoconfig {

/// Why the algorithm does not compute the layer, whatever its configuration, or empty.
std::string refusal(const Convolution& layer, Algorithm algorithm, const Accuracy& accuracy);

/// What an algorithm that applies keeps to at best, and what was asked for instead.
std::string accuracy_refusal(Algorithm algorithm, double bound, const Accuracy& accuracy);

} // namespace autoconfig
