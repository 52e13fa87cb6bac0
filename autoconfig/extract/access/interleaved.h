// Which of the user's buffers hold a few elements side by side at each place, as the channels of pixels.
#pragma once

#include "autoconfig/extract/graph.h"
#include "autoconfig/extract/stages.h"

#include <vector>

namespace autoconfig::extraction {

/// Of an output of one value, or of the Func that stands for an input. Its first two strides are as its first
/// extent says, unless a constraint says otherwise: a stride is not estimated, and rows are dense as a rule.
Interleaved interleaved(const Node& node, const std::vector<Dimension>& dimensions);

/// Of the same: does nothing say how far the elements of a row lie apart?
bool has_any_stride(const Node& node);

} // namespace autoconfig::extraction
