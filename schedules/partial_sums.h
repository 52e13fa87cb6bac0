// Sums of one tile in parts, and adding these up.
#pragma once

#include "schedules/tile.h"

namespace autoconfig {

/// Stores what one vector of `func` holds in a row: the columns, where they are vectors of so many lanes,
/// then `beside`.
void store_in_vectors(Nest& nest, FuncScript& func, int lanes, const std::vector<Axis>& beside = {});

/// Storage of accumulators has room for all columns of a tile, also where some are guarded or where they
/// begin within a group is not known: their vectors lie at constant places (lowering/whole_vectors.h).
void store_whole_rows(Nest& nest, FuncScript& func);

/// Both stages of a Func computed for one tile, whose update adds up the parts that its loop `parts` runs
/// over; vectors hold the loops `beside` beside the columns.
void add_up(Nest& nest, FuncScript& func, const Tile& own, const std::vector<Axis>& beside,
            const Axis& parts);

/// Both stages of `sum`, computed for one tile, whose k loops run around it; in the configuration's chains,
/// parts of their own, computed at the loop `at` of `site`. Vectors, also in memory, hold the loops `beside`
/// beside the columns.
void sum_in_chains(Nest& nest, FuncScript& sum, FuncScript& site, const Axis& at, const Tile& own,
                   const std::vector<Axis>& beside, std::vector<Axis> k_loops);

} // namespace autoconfig
