// Funcs over parts of a row, x / 2, that say where something is read and are part of what is read there.
// Where the row is bound, Halide writes such a vector as its even and its odd elements, and mixes the two up
// if they have an expression in common (MixesUpHalvedRows in defects.h).
#pragma once

#include "autoconfig/extract/graph.h"

#include <set>
#include <string>

namespace autoconfig::extraction {

/// Pure Funcs with an integer divided by a constant, a loop or not, which one definition reads inside an
/// index and once more.
std::set<std::string> indexed_by_halves(const Graph& graph);

} // namespace autoconfig::extraction
