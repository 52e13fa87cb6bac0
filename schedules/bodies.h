// A contraction: where its result goes, and a nest of loops for each body.
#pragma once

#include "autoconfig/decide/result_place.h"
#include "schedules/script.h"

namespace autoconfig {

void schedule(Script& script, const ContractionPlan& plan);

} // namespace autoconfig
