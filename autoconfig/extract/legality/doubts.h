// What Halide does not always compile: seen to go wrong, but not when (LosesLetsOfWideNumbers and
// LosesBoundsOfRoundings in defects.h). Whoever schedules vectors of it lowers the pipeline to see.
#pragma once

#include "autoconfig/extract/graph.h"

namespace autoconfig::extraction {

/// Does the stage make integers of 64 bits of several narrower numbers, or do its reduced loops begin or end
/// where a number is rounded?
bool is_doubtful(const Stage& stage);

} // namespace autoconfig::extraction
