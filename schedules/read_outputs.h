// Outputs that other Funcs of the pipeline read.
#pragma once

#include "schedules/generic.h"

namespace autoconfig {

/// Halide takes the buffer of an output for aligned where another Func reads it in vectors, which shows
/// (as a crash) when the buffer's first minimum is stated, so that vectors begin at known places of a row.
/// Gives the readers of such outputs a copy (AlignsOutputsThatAreRead in extract/legality/defects.h). To be
/// called before anything else is scheduled.
std::vector<GenericStep> copy_outputs_for_readers(Script& script, const Halide::Pipeline& pipeline);

} // namespace autoconfig
