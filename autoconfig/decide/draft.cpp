// Tries the tiles of a group.
#include "autoconfig/decide/draft.h"

#include "autoconfig/decide/fused_group.h"
#include "autoconfig/model/group_cost.h"

#include <optional>
#include <tuple>
#include <utility>

namespace autoconfig {

namespace {

/// Groups with more members than this try only tiles near the one they have.
constexpr std::size_t large_group = 4;

std::size_t in_one_nest(const Group& group, const GroupTile& tile, const Machine& machine) {
    std::size_t members = group.members.size();
    if (members > most_members)
        for (const Host& host : hosts(group, tile, machine)) members -= host.guests.size();
    return members;
}

std::optional<Cost> cost_in_one_nest(const Group& group, const GroupTile& tile, const Machine& machine) {
    if (in_one_nest(group, tile, machine) > most_members) return std::nullopt;
    return cost_of(group, tile, machine, Words::No);
}

} // namespace

Draft best_draft(const std::vector<FuncStages>& funcs, std::vector<int> members, const Draft* near,
                 const Machine& machine) {
    const Group group{funcs, members};
    const std::vector<GroupTile> tiles = near && near->members.size() >= large_group
                                             ? neighbours(near->tile, group.leader(), machine)
                                             : group_tiles(group.leader(), machine);
    Draft best{std::move(members), tiles.front(), no_cost};
    for (const GroupTile& enumerated : tiles) {
        const GroupTile tile = legal_tile(enumerated, group);
        if (const auto cost = cost_in_one_nest(group, tile, machine);
            cost && std::tie(cost->cycles, tile) < std::tie(best.cycles, best.tile)) {
            best.tile = tile;
            best.cycles = cost->cycles;
        }
    }
    return best;
}

double cycles_alone(const std::vector<FuncStages>& funcs, int f, const Machine& machine) {
    const FuncStages& func = funcs[f];
    double cycles = 0;
    for (const StageWork& stage : func.stages) {
        const double row = func.dimensions.empty() ? 1 : static_cast<double>(func.dimensions[0].extent);
        const int lanes = lanes_of(stage, lanes_of(func, machine), row, machine);
        // Halide 14 leaves most clamps in where the loops of a reduction move them too.
        const Clamps clamps = stage.iterations > 1 ? Clamps::Hold : Clamps::Free;
        cycles += func.elements() / lanes * stage.iterations *
                  vector_cycles(func, stage, lanes, funcs, machine, clamps, abreast(func, stage, machine));
        cycles += crossed_lines(Group{funcs, {f}}, 0, stage, {whole_region(func)}, 1, machine).cycles;
    }
    return cycles;
}

} // namespace autoconfig
