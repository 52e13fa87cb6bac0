// Whether the model can tell its choice from the next best.
#pragma once

#include "autoconfig/decide/decision.h"

#include <cstddef>

namespace autoconfig {

/// How far the model's time of a chosen configuration is from the measured one, in the median of random
/// shapes: "error" in the first table of `autoconfig bench regret`.
constexpr double model_error = 0.06;

/// Configurations whose cycles are within the model's error of the least, the best among them: 1 where the
/// model is sure. Measuring so many can settle what the model cannot.
std::size_t indistinct(const Decision& decision);

} // namespace autoconfig
