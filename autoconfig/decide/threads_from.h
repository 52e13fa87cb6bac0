// From which sizes on threads share the loops of a contraction whose sizes are not bound.
#pragma once

#include "autoconfig/decide/bodies.h"

#include <optional>
#include <vector>

namespace autoconfig {

/// Steps of all loops that vary from which on threads take less time, on average over all sizes, than one
/// thread; at the estimates at the latest if they do there. None where no body has tasks for them, or where
/// nothing can be asked.
std::optional<AtLeast> threads_from(const Problem& problem, const Machine& machine,
                                    const std::vector<Body>& bodies);

} // namespace autoconfig
