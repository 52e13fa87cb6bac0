// The tiles that a group can be computed in.
#include "autoconfig/model/group.h"
#include "autoconfig/model/group_cost.h"
#include "autoconfig/model/together.h"
#include "autoconfig/space/func_lanes.h"

#include <algorithm>
#include <cmath>

namespace autoconfig {

namespace {

/// Is a member scanned, or something read across its rows?
bool runs_down_columns(const Group& group) {
    for (std::size_t m = 0; m < group.members.size(); ++m)
        for (const StageWork& stage : group.member(m).stages) {
            if (stage.reduction == Reduction::Scan) return true;
            for (const Read& read : stage.reads)
                if (crosses_rows(read)) return true;
        }
    return false;
}

/// Is all of another dimension made for each vector of a row?
bool makes_sums_together(const Group& group, const GroupTile& tile) {
    for (int m = 1; m < static_cast<int>(group.members.size()); ++m)
        if (sum_together(group, tile, m)) return true;
    return false;
}

/// Blocks of a bound row that stick out would be guarded, and with them vectors that lie beyond its end,
/// which Halide 14 gets wrong.
bool ends_with_whole_block(const Dimension& row, const GroupTile& tile) {
    return tile.columns == 0 || row.source != ExtentSource::Bound || row.extent % tile.columns == 0;
}

/// Do the vectors of all that reads a member take elements of it that lie side by side?
bool is_read_along_rows(const Group& group, std::size_t member) {
    bool along = true;
    group.for_each_inner_read([&](std::size_t, const Read& read, int m) {
        if (m != static_cast<int>(member)) return;
        along = along && std::abs(read.at[0].slope[0]) == 1 && !read.scattered_by(0) && !read.crosses_rows(0);
    });
    return along;
}

/// Turned members are made in blocks that hold vectors of them, and in whole ones but for readers whose rows
/// go along theirs: Halide 14 takes vectors of elements a few apart, which readers along dimension 0 would
/// take from shorter rows, for aligned.
bool suits_turned(const Group& group, const GroupTile& tile, const Machine& machine) {
    if (group.leader().turned && !ends_with_whole_block(group.leader().dimensions[0], tile)) return false;
    const bool any = std::any_of(group.members.begin() + 1, group.members.end(),
                                 [&](int member) { return group.funcs[member].turned; });
    if (!any) return true;
    if (tile.kind == TileKind::Rows) return false;
    const std::vector<Region> regions = tile_regions(group, tile);
    for (std::size_t m = 1; m < group.members.size(); ++m) {
        const int lanes = lanes_of(group.member(m), machine);
        const bool vectors =
            lanes > 1 && regions[m].front() >= lanes && (group.overruns[m] || is_read_along_rows(group, m));
        if (group.member(m).turned && !vectors) return false;
    }
    return true;
}

/// Do reduced loops lead from one row to another of those that the Func's single row goes along?
bool goes_down_columns(const Read& read) {
    bool along = false;
    for (const Movement& move : read.at) {
        if (along && move.high > move.low) return true;
        along = along || move.moved_by(0);
    }
    return false;
}

/// Of what is made elsewhere.
bool goes_down_columns_beyond(const Group& group, const StageWork& stage) {
    return std::any_of(stage.reads.begin(), stage.reads.end(), [&](const Read& read) {
        return group.position(read.producer) < 0 && goes_down_columns(read);
    });
}

/// In blocks sums along a member's single row are made in vectors. Those that go down columns of anything
/// that is made elsewhere go by whole rows: a block would take each of these piece by piece.
bool cuts_sums_along_rows(const Group& group, const GroupTile& tile, const Machine& machine) {
    if (tile.columns == 0) return false;
    for (std::size_t m = 1; m < group.members.size(); ++m) {
        const FuncStages& func = group.member(m);
        if (func.dimensions.size() != 1) continue;
        const int lanes = lanes_of(func, machine);
        const auto is_cut = [&](const StageWork& stage) {
            return goes_down_columns_beyond(group, stage) ||
                   has_scalar_rows(func, bound_rows(group, tile)[m], lanes, tile);
        };
        for (const StageWork& stage : func.stages)
            if (stage.reduction == Reduction::Sum && stage.along_rows &&
                partials(func, stage, lanes, group.funcs, machine).lanes == 1 && is_cut(stage))
                return true;
    }
    return false;
}

/// A tile has all elements that are computed together.
bool keeps_together(const FuncStages& leader, const GroupTile& tile) {
    const Together elements = together(leader);
    return !elements || (tile.row != elements.dimension &&
                         tile.holds(leader, static_cast<std::size_t>(elements.dimension)));
}

/// Where no member does, a block is the same.
bool any_follows(const Group& group, int row) {
    const std::vector<int> along = sliding_dimensions(group, row);
    return along.size() == 1 ||
           std::any_of(along.begin() + 1, along.end(), [](int dimension) { return dimension >= 0; });
}

} // namespace

bool fits(const Group& group, const GroupTile& tile, const Machine& machine) {
    if (tile.kind == TileKind::Rows && !any_follows(group, tile.row)) return false;
    if (tile.is_columns(group.leader()) && !runs_down_columns(group) && !makes_sums_together(group, tile) &&
        !together(group.leader()))
        return false;
    if (cuts_sums_along_rows(group, tile, machine) || !keeps_together(group.leader(), tile)) return false;
    return suits_turned(group, tile, machine);
}

} // namespace autoconfig
