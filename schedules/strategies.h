// One function a strategy: its parameters in, Halide directives out, in the files of their names.
#pragma once

#include "schedules/tile.h"

namespace autoconfig {

void schedule(Script& script, const ContractionPlan& plan, const Stream& stream);
void schedule(Script& script, const ContractionPlan& plan, const AlongK& along_k);
void schedule(Script& script, const ContractionPlan& plan, const RegisterTile& own);
void schedule(Script& script, const ContractionPlan& plan, const Blocked& blocked);
void schedule(Script& script, const ContractionPlan& plan, const Winograd& winograd);

} // namespace autoconfig
