// What a convolution layer costs by an algorithm: its best configuration, and what it does beside its
// contraction.
#pragma once

#include "autoconfig/decide/algorithm.h"
#include "autoconfig/model/evaluate.h"

#include <limits>
#include <optional>

namespace autoconfig {

/// The layer by an algorithm that applies (see applies.h), with the width of panels that costs least; nothing
/// where its contraction has no configuration, or none that could take fewer than `below` cycles.
std::optional<AlgorithmCandidate> cost_by(const Convolution& layer, Algorithm algorithm,
                                          const Machine& machine, Words words,
                                          double below = std::numeric_limits<double>::infinity());

} // namespace autoconfig
