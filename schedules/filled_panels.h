// Panels of B that are filled up beyond the result's last column: sums are made for all of a panel's columns,
// and those of the result are taken from a copy of them.
#pragma once

#include "schedules/tile.h"

namespace autoconfig {

/// jc, vector, lane of the result's stage, as many vectors a panel: the last ones move inwards, over their
/// neighbours. They hold fewer lanes than those of B where the result is shorter than one of these. Returns
/// lane and vector, vectorized and unrolled.
std::vector<Axis> split_into_overlapping_vectors(Nest& nest, StageScript& stage, const Axis& columns,
                                                 const Tile& shape);

/// The result reads tiles of `sum` through a copy of whole panels, so that `sum` always covers one.
void copy_whole_panels(Nest& nest, FuncScript& sum, const Tile& shape);

} // namespace autoconfig
