// What a convolution layer costs by an algorithm: its best configuration, and what it does beside its
// contraction.
#pragma once

#include "autoconfig/decide/algorithm.h"
#include "autoconfig/model/evaluate.h"

#include <limits>
#include <optional>

namespace autoconfig {

/// The layer by an algorithm that applies (see applies.h), with the width of panels that costs least; nothing
/// where its contraction has no configuration that is accurate enough, or none that could take fewer than
/// `below` cycles.
std::optional<AlgorithmCandidate> cost_by(const Convolution& layer, Algorithm algorithm,
                                          const Machine& machine, const Accuracy& accuracy, Words words,
                                          double below = std::numeric_limits<double>::infinity());

/// The least error bound of any of its configurations; infinite where there is none.
double least_error_bound(const Convolution& layer, Algorithm algorithm, const Machine& machine,
                         ErrorBound bound);

} // namespace autoconfig
