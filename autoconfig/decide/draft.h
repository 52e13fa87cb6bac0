// A group while it is put together: its members, and the tile that suits them best.
#pragma once

#include "autoconfig/extract/stages.h"
#include "autoconfig/machine/machine.h"
#include "autoconfig/space/group_tile.h"

#include <cstdint>
#include <map>
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

/// Groups with the cheapest of their tiles, each found once for what its Funcs have become
/// (FuncStages::changes).
class BestDrafts {
public:
    explicit BestDrafts(const Machine& machine) : machine_(machine) {}

    /// These members; with only tiles around that of `near` where that is a large group; no_cost where none
    /// suits them.
    const Draft& of(const std::vector<FuncStages>& funcs, const std::vector<int>& members, const Draft* near);

private:
    const Machine& machine_;
    std::map<std::vector<std::int64_t>, Draft> known_;
};

/// Cycles of a Func in no group: its arithmetic, once over all of its elements.
double cycles_alone(const std::vector<FuncStages>& funcs, int f, const Machine& machine);

} // namespace autoconfig
