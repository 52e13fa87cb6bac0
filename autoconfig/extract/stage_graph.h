// From a pipeline to its StageGraph.
#pragma once

#include "autoconfig/extract/stages.h"

#include <Halide.h>

namespace autoconfig {

/// Describes every Func and image of the pipeline; fixed are Funcs scheduled by hand and external ones.
/// `strict_float`: sums of floats keep their order.
StageGraph stage_graph(const Halide::Pipeline& pipeline, bool strict_float);

} // namespace autoconfig
