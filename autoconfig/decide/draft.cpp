// Tries the tiles of a group.
#include "autoconfig/decide/draft.h"

#include "autoconfig/decide/fused_group.h"
#include "autoconfig/model/group_cost.h"
#include "autoconfig/space/func_lanes.h"

#include <algorithm>
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

struct CostedTile {
    GroupTile tile;
    double cycles;

    auto key() const { return std::tie(cycles, tile); }
};

/// Does a loop over rows lead to other rows of what is read?
bool leads_to_other_rows(const Read& read, std::size_t loop) {
    const auto is_moved = [&](const Movement& move) { return move.moved_by(loop); };
    return read.at.size() > 1 && std::any_of(read.at.begin() + 1, read.at.end(), is_moved);
}

/// A Func by itself that reads other rows of everything for each of its own.
bool reads_no_row_twice(const Group& group) {
    const FuncStages& leader = group.leader();
    if (group.members.size() > 1 || !leader.is_pure()) return false;
    for (const Read& read : leader.stages[0].reads)
        for (std::size_t loop = 1; loop < leader.dimensions.size(); ++loop)
            if (!leads_to_other_rows(read, loop)) return false;
    return true;
}

/// Of tiles that cost the same, as far as a model can tell, the one whose rows lie in memory as they come,
/// where no other order finds anything again.
const CostedTile& best_of(const std::vector<CostedTile>& costed, const Group& group) {
    constexpr double alike = 1.001;
    const auto costs_less = [](const CostedTile& a, const CostedTile& b) { return a.key() < b.key(); };
    const CostedTile* best = &*std::min_element(costed.begin(), costed.end(), costs_less);
    if (!reads_no_row_twice(group)) return *best;
    const double limit = alike * best->cycles;
    const auto order = [&](const CostedTile& one) {
        return std::pair(runs(group.leader(), one.tile).streams, one.key());
    };
    for (const CostedTile& one : costed)
        if (one.cycles <= limit && order(one) < order(*best)) best = &one;
    return *best;
}

/// What the best tile follows from.
std::vector<std::int64_t> key_of(const std::vector<FuncStages>& funcs, const std::vector<int>& members,
                                 const GroupTile* near) {
    std::vector<std::int64_t> key;
    if (near)
        key = {static_cast<int>(near->kind), near->row,       near->rows, near->columns,
               near->others_inside,          near->one_by_one};
    for (int member : members) {
        const std::vector<int>& changes = funcs[member].changes;
        key.insert(key.end(), {-2, member});
        key.insert(key.end(), changes.begin(), changes.end());
    }
    return key;
}

Draft best_of(const Group& group, const std::vector<GroupTile>& tiles, const Machine& machine) {
    std::vector<CostedTile> costed;
    for (const GroupTile& enumerated : tiles) {
        const GroupTile tile = legal_tile(enumerated, group);
        if (const auto cost = cost_in_one_nest(group, tile, machine)) costed.push_back({tile, cost->cycles});
    }
    if (costed.empty()) return {group.members, tiles.front(), no_cost};
    const CostedTile& best = best_of(costed, group);
    return {group.members, best.tile, best.cycles};
}

} // namespace

const Draft& BestDrafts::of(const std::vector<FuncStages>& funcs, const std::vector<int>& members,
                            const Draft* near) {
    const GroupTile* around = near && near->members.size() >= large_group ? &near->tile : nullptr;
    const auto [known, is_new] = known_.try_emplace(key_of(funcs, members, around));
    if (is_new) {
        const Group group{funcs, members};
        const std::vector<GroupTile> tiles =
            around ? neighbours(*around, group.leader(), machine_) : group_tiles(group.leader(), machine_);
        known->second = best_of(group, tiles, machine_);
    }
    return known->second;
}

double cycles_alone(const std::vector<FuncStages>& funcs, int f, const Machine& machine) {
    const FuncStages& func = funcs[f];
    const Group alone(funcs, {f});
    double cycles = 0;
    for (const StageWork& stage : func.stages) {
        const double row = func.dimensions.empty() ? 1 : static_cast<double>(func.dimensions[0].extent);
        const int lanes = lanes_of(stage, lanes_of(func, machine), row, funcs, machine);
        // Halide 14 leaves most clamps in where the loops of a reduction move them too.
        const Clamps clamps = stage.iterations > 1 ? Clamps::Hold : Clamps::Free;
        cycles += func.elements() / lanes * stage.iterations *
                  vector_cycles(func, stage, lanes, funcs, machine, clamps, abreast(func, stage, machine));
        cycles += crossed_lines(alone, 0, stage, {whole_region(func)}, 1, machine).cycles;
    }
    return cycles;
}

} // namespace autoconfig
