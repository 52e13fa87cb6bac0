// A group while it is put together: its members, and the tile that suits them best.
#pragma once

#include "autoconfig/extract/stages.h"
#include "autoconfig/machine/machine.h"
#include "autoconfig/space/group_tile.h"

#include <vector>

namespace autoconfig {

/// Members of a group in one loop nest, guests of a host left out: bounds the time Halide takes to lower it.
constexpr std::size_t most_members = 7;

constexpr double no_cost = 1e300; // cycles of what cannot be

struct Draft {
    std::vector<int> members; // the leader first
    GroupTile tile;
    double cycles = 0;
};

/// These members with the cheapest of their tiles, only those around the tile of `near` where that is a large
/// group; no_cost where none suits them.
Draft best_draft(const std::vector<FuncStages>& funcs, std::vector<int> members, const Draft* near,
                 const Machine& machine);

/// Cycles of a Func in no group: its arithmetic, once over all of its elements.
double cycles_alone(const std::vector<FuncStages>& funcs, int f, const Machine& machine);

} // namespace autoconfig
