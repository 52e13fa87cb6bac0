// One function a strategy: a Config in, Halide directives out.
#pragma once

#include "schedules/tile.h"

namespace autoconfig {

void schedule_stream(Nest& nest);
void schedule_register_tile(Nest& nest);
void schedule_blocked(Nest& nest);
/// Of a problem with transforms.
void schedule_winograd(Script& script, const Problem& problem, const Config& config);

} // namespace autoconfig
