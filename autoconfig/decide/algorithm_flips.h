// At which sizes of a layer another algorithm would win.
#pragma once

#include "autoconfig/decide/algorithm.h"

#include <vector>

namespace autoconfig {

/// Deterministic search along the channels and, where the layer is square, its size; at most one entry a
/// size and direction. None for groups.
std::vector<Flip> find_flips(const Convolution& layer, Algorithm winner, const Machine& machine,
                             const Accuracy& accuracy);

} // namespace autoconfig
