// What would have to be different for another configuration to win.
#pragma once

#include "autoconfig/decide/decision.h"

namespace autoconfig {

/// Deterministic search along single numbers: the extents of M and K downwards and upwards, the sizes of L2
/// and the latency of multiply-adds. At most one entry a number and direction.
std::vector<Flip> find_flips(const Decision& decision, const Config& winner);

} // namespace autoconfig
