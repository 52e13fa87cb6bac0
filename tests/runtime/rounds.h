// Rounds of a measurement that the tests made up.
#pragma once

#include "autoconfig/statistics.h"
#include "runtime/estimate.h"

#include <vector>

namespace autoconfig::runtime {

/// Rounds whose best is their middle one.
inline Samples rounds(const std::vector<double>& values) { return {quantile(values, 0.5), values}; }

} // namespace autoconfig::runtime
