// What a place for a Func does to the Funcs that it reads, whose turn comes later.
#pragma once

#include "autoconfig/decide/places.h"

#include <vector>

namespace autoconfig {

/// Do the readers of f together run over more elements than f has?
bool is_read_again(const InlinedGraph& funcs, int f);

/// The cheapest first.
void sort_by_cost(std::vector<Option>& options);

/// Where f would be inlined although it is read again, what only f reads would be too, by as many; where it
/// would be made at a tile, what it reads would add to the same tile's halo; what has updates cannot lead,
/// and has a tile only where f does: adds to each of f's places, which are sorted by cost and stay so, what
/// that Func then takes at least.
void look_ahead(Places& places, int f, std::vector<Option>& options);

} // namespace autoconfig
