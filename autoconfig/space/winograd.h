// Configurations of products between transforms (Winograd).
#pragma once

#include "autoconfig/space/space.h"

namespace autoconfig {

/// Register tiles x blocks of whole rows of tiles x panels a block x parallel loop, for a problem with
/// transforms; its register tile is as wide as a panel (the innermost N loop).
Space enumerate_winograd(const Problem& problem, const Machine& machine);

} // namespace autoconfig
