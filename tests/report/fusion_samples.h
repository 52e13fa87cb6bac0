// Fusions made by hand for the report's tests. The figures hang together but are nobody's measurement.
#pragma once

#include "autoconfig/decide/fusion.h"

namespace autoconfig::samples {

/// One output of one stage on one thread: nothing to choose.
Fusion pointwise();
/// gray -> blurred -> sharpened in strips of rows on two threads: one Func inline, one at the tile, the
/// output.
Fusion unsharp();
/// Two groups and Funcs at root, each for another reason; refused places.
Fusion equalized();

} // namespace autoconfig::samples
