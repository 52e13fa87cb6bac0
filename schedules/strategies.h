// One function a strategy: its parameters in, Halide directives out, in the files of their names.
#pragma once

#include "schedules/tile.h"

namespace autoconfig {

/// One body of a contraction.
void schedule(Nest& nest, const Stream& stream);
void schedule(Nest& nest, const AlongK& along_k);
void schedule(Nest& nest, const RegisterTile& own);
void schedule(Nest& nest, const Blocked& blocked);
/// Its transforms have loops of their own.
void schedule(Script& script, const ContractionPlan& plan, const Winograd& winograd);

} // namespace autoconfig
