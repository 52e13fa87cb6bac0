// Pipelines of interleaved images in which every value is computed from those of its own channel: rows of
// pixels are rows of elements.
#pragma once

#include "autoconfig/extract/stages.h"

namespace autoconfig {

/// The graph with the first two dimensions of every Func and of every interleaved image fused into one, whose
/// vectors are dense, where all Funcs allow it: pure ones of as many channels as the images have, that read
/// each other and the images channel by channel, and whatever else they read at a place that neither pixel
/// nor channel moves. The same graph elsewhere.
StageGraph flat(const StageGraph& graph);

} // namespace autoconfig
