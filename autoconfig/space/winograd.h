// Configurations of products between transforms (Winograd).
#pragma once

#include "autoconfig/space/space.h"

namespace autoconfig {

/// What a block keeps between its steps lies on the stack up to so many bytes.
constexpr std::int64_t most_on_stack = 1 << 20;

/// Register tiles x blocks of whole rows of tiles x panels a block x parallel loop, for a problem with
/// transforms; its register tile is as wide as a panel (the innermost N loop).
Space enumerate_winograd(const Problem& problem, const Machine& machine);

} // namespace autoconfig
