// Funcs that are made a second time (decide/copies.h).
#pragma once

#include "autoconfig/decide/fusion.h"
#include "schedules/script.h"

namespace autoconfig {

/// Adds the copies and clones of a fusion, before anything else is scheduled.
void make_copies(Script& script, const Fusion& fusion);

} // namespace autoconfig
