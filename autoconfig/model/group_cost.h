// What a group of Funcs costs when it is computed tile by tile of its leader: named terms in cycles.
#pragma once

#include "autoconfig/extract/stages.h"
#include "autoconfig/machine/machine.h"
#include "autoconfig/model/cost.h"
#include "autoconfig/model/evaluate.h"
#include "autoconfig/space/group_tile.h"

#include <optional>
#include <vector>

namespace autoconfig {

/// A leader and the members made at its tiles, consumers before producers; what is inlined has become part
/// of its consumers in `funcs`.
struct Group {
    const std::vector<FuncStages>& funcs;
    std::vector<int> members; // the leader first

    const FuncStages& leader() const { return funcs[members.front()]; }
};

/// The cost of all tiles; nothing where the tile does not suit a member, as a sliding window that cannot be
/// followed.
std::optional<Cost> cost_of(const Group& group, const GroupTile& tile, const Machine& machine, Words words);

/// For every member the dimension along which its window slides as the rows of the leader go on, its own row
/// dimension for the leader. Nothing where one of them cannot follow: it has to move in one dimension,
/// forwards.
std::optional<std::vector<int>> sliding_dimensions(const Group& group, int row);

/// Which members are read again by later rows of the leader, and so have rows to keep: all but those of which
/// a row of the leader reads one row, another one each time.
std::vector<bool> keeps_rows(const Group& group, int row);

/// Elements in a vector of each member: one where its rows are single elements of a sliding window.
std::vector<int> lanes_of(const Group& group, const GroupTile& tile, const Machine& machine);

/// Extent of each member's tile along its dimension 0, where that is the same for every tile; else 0.
std::vector<std::int64_t> bound_rows(const Group& group, const GroupTile& tile, const Machine& machine);

/// Cycles of one vector of so many lanes of a stage with all data in L1: the largest of arithmetic, loads,
/// stores and front end.
double vector_cycles(const FuncStages& func, const StageWork& stage, int lanes,
                     const std::vector<FuncStages>& funcs, const Machine& machine);

} // namespace autoconfig
