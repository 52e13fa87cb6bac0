// What RDom::where leaves out of a sum: taps of a window that fall outside of what it is read from, whole
// rows of it, and columns that are outside for all rows of a register tile.
#pragma once

#include "autoconfig/extract/access/regions.h"
#include "autoconfig/extract/graph.h"

#include <optional>

namespace autoconfig::extraction {

/// What the predicate of the Func's update leaves of its steps, where each of its conditions is on loops of
/// known extent, one at least of the Func's own, and cuts whole loops short: they run around register tiles,
/// dimension 1 in tiles of so many, as x / 11 in x / 11 * 11 + 10 + r * 12 >= 12. Nothing for any other
/// predicate.
std::optional<ClippedWindow> clipped_window(const Node& node, const Regions& regions);

} // namespace autoconfig::extraction
