// How long an element of a definition is in the making.
#pragma once

#include "autoconfig/extract/graph.h"

namespace autoconfig::extraction {

/// Instructions that wait for each other, one after another, from the loads of a stage to its values, and
/// those before a load whose index depends on data or is rounded; what no load is part of is not waited for.
/// In instructions of four cycles, so that those on integers count for a quarter; as work.h counts them
/// otherwise: a division by what is no constant as the instructions that take as long, a function as half of
/// its own, as its polynomials have two halves.
double depth_of(const Stage& stage, const Graph& graph);

} // namespace autoconfig::extraction
