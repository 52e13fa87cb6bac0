// A group as it is to be scheduled: what each member computes, keeps and may overrun at the tile chosen.
#pragma once

#include "autoconfig/decide/inlined_graph.h"
#include "autoconfig/machine/machine.h"
#include "autoconfig/model/cost.h"
#include "autoconfig/model/group.h"
#include "autoconfig/space/group_tile.h"

#include <string>
#include <vector>

namespace autoconfig {

/// How an update's reduction runs.
struct UpdateForm {
    /// So many reduced loops, from the innermost on, are written out; where there are more, these run around
    /// the vectors of a row.
    int written_out = 0;
    int abreast = 1; // so many elements along the first pure loop in turns
};

/// A leader, stored, and the members made at its tiles.
struct FusedGroup {
    std::vector<std::string> funcs; // the leader first, consumers before producers
    std::vector<int> lanes;         // of each
    std::vector<std::string>
        along; // of each: the dimension that is innermost, where not its first; else empty
    std::vector<std::string> copies; // of each: the Func that it is a copy of, to be made; else empty
    std::vector<std::int64_t>
        bound_rows; // of each, the extent of a tile along dimension 0 where it is constant, else 0
    std::vector<bool> keeps_rows; // of each: sliding windows hold more than the row at hand
    std::vector<bool> overruns;   // of each: its rows may be rounded up to whole vectors
    /// Of each: the last vector of a row may begin before the one ahead of it ends; a row holds one, and what
    /// is computed before a shorter one reads nothing that is not there.
    std::vector<bool> overlaps;
    std::vector<std::vector<UpdateForm>> updates; // of each
    std::vector<Host> hosts;                      // members around some of whose loops others are made
    bool in_place = false;                        // the leader may be given the buffer of an input as its own
    FuncStages leader;
    GroupTile tile;
    Cost cost;
};

/// Of the updates of one of the `funcs`, whose vectors have so many lanes; only at root are elements taken in
/// turns.
std::vector<UpdateForm> forms_of_updates(const std::vector<FuncStages>& funcs, int f, int lanes, bool at_root,
                                         const Machine& machine);

/// These members, the leader first, at a tile that suits them.
FusedGroup fused_group(const InlinedGraph& funcs, const std::vector<int>& members, const GroupTile& tile,
                       const Machine& machine);

} // namespace autoconfig
