// A group of Funcs, computed tile by tile of its leader.
#pragma once

#include "autoconfig/decide/fusion.h"
#include "schedules/script.h"

namespace autoconfig {

void schedule_group(Script& script, const FusedGroup& group);

} // namespace autoconfig
