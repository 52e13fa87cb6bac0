// Where a row of constant length loses the guard of its last vector (DropsGuards in defects.h).
#pragma once

#include "autoconfig/extract/graph.h"

namespace autoconfig::extraction {

/// Does the stage use twice what it loads? Guarded vectors of it may be wrong where one element is left for
/// the last one.
bool loses_guards(const Stage& stage);

} // namespace autoconfig::extraction
