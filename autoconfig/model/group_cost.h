// What a group of Funcs costs when it is computed tile by tile of its leader: named terms in cycles.
#pragma once

#include "autoconfig/model/cost.h"
#include "autoconfig/model/evaluate.h"
#include "autoconfig/model/group.h"

#include <optional>
#include <vector>

namespace autoconfig {

/// The cost of all tiles; nothing where the tile does not suit a member, as a sliding window that cannot be
/// followed.
std::optional<Cost> cost_of(const Group& group, const GroupTile& tile, const Machine& machine, Words words);

/// Cycles of one vector of so many lanes of a stage with all data in L1: the largest of arithmetic, loads,
/// stores and front end.
double vector_cycles(const FuncStages& func, const StageWork& stage, int lanes,
                     const std::vector<FuncStages>& funcs, const Machine& machine);

} // namespace autoconfig
