// Chooses a configuration: enumerate the space, cost each, order totally, say what would flip it.
#pragma once

#include "autoconfig/decide/decision.h"

namespace autoconfig {

/// Deterministic; never fails: the space always holds one configuration that is valid.
Decision decide(const Problem& problem, const Machine& machine);

} // namespace autoconfig
