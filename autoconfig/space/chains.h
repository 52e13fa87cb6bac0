// Register tiles with more accumulators than elements.
#pragma once

#include "autoconfig/space/facts.h"
#include "autoconfig/space/space.h"

namespace autoconfig {

/// `tile`, of register_tile or stream along_k, that reads both operands in place, in as many chains as may
/// keep the multiply-add units busy where its own accumulators do not; also with several rows of B in a
/// vector.
void add_chains(std::vector<Config>& configs, const Config& tile, const Facts& facts);

} // namespace autoconfig
