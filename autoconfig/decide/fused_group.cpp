// Asks the model what a group's members do at its tile.
#include "autoconfig/decide/fused_group.h"

#include "autoconfig/model/group_cost.h"

namespace autoconfig {

std::vector<UpdateForm> forms_of_updates(const std::vector<FuncStages>& funcs, int f, int lanes, bool at_root,
                                         const Machine& machine) {
    const FuncStages& func = funcs[f];
    std::vector<UpdateForm> forms;
    for (std::size_t s = 1; s < func.stages.size(); ++s) {
        const StageWork& stage = func.stages[s];
        forms.push_back({loops_written_out(func, stage, lanes, funcs, machine),
                         at_root ? abreast(func, stage, machine) : 1});
    }
    return forms;
}

FusedGroup fused_group(const InlinedGraph& funcs, const std::vector<int>& members, const GroupTile& tile,
                       const Machine& machine) {
    const Group group{funcs.funcs(), members};
    FusedGroup fused;
    fused.leader = group.leader();
    fused.tile = tile;
    fused.bound_rows = bound_rows(group, tile);
    fused.in_place = funcs.may_be_in_place(members.front());
    fused.lanes = lanes_of(group, tile, machine);
    if (tile.kind == TileKind::Rows && tile.row >= 0) fused.keeps_rows = keeps_rows(group, tile.row);
    fused.overruns = may_overrun(group);
    fused.hosts = hosts(group, tile, machine);
    fused.cost = *cost_of(group, tile, machine, Words::Yes);
    const std::vector<Region> regions = tile_regions(group, tile);
    for (std::size_t m = 0; m < members.size(); ++m) {
        const FuncStages& func = group.member(m);
        fused.funcs.push_back(func.name);
        fused.along.push_back(func.turned ? func.dimensions.front().name : "");
        fused.copies.push_back(func.copy_of);
        fused.updates.push_back(forms_of_updates(funcs.funcs(), members[m], fused.lanes[m], false, machine));
        fused.overlaps.push_back(fused.overruns[m] && regions[m].front() >= fused.lanes[m]);
    }
    return fused;
}

} // namespace autoconfig
