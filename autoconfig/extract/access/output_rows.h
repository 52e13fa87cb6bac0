// How the sizes of Funcs follow from those of the outputs' buffers.
#pragma once

#include "autoconfig/extract/stages.h"

namespace autoconfig::extraction {

/// Fills in Dimension::at_run_time: of the outputs themselves, and of what is read at places that one loop of
/// a reader moves, which has it. Clamped places tell nothing, and neither do updates, which may be made for a
/// part of their Func.
void find_output_rows(StageGraph& graph);

} // namespace autoconfig::extraction
