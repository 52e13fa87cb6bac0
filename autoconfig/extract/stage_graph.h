// From a pipeline to its StageGraph.
#pragma once

#include "autoconfig/extract/stages.h"

#include <Halide.h>

#include <set>
#include <string>

namespace autoconfig {

/// Describes every Func and image of the pipeline. `fixed`: Funcs that are scheduled elsewhere.
StageGraph stage_graph(const Halide::Pipeline& pipeline, const std::set<std::string>& fixed);

} // namespace autoconfig
