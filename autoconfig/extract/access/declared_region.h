// What somebody declared about the size of a Func: bound(), estimates, and its buffers' constraints.
#pragma once

#include "autoconfig/extract/access/constants.h"
#include "autoconfig/extract/graph.h"

namespace autoconfig::extraction {

/// Dimension `d` of a Func. An output's buffer counts, and the image that the Func of an ImageParam or
/// of an Input<Buffer> passes through.
Declared declared(const Node& node, int d);

/// Dimension `d` of a pipeline's output.
Declared declared(const Halide::Internal::Function& output, int d);

/// The image load such a Func consists of, or nullptr.
const Halide::Internal::Call* passed_through(const Node& node);

} // namespace autoconfig::extraction
