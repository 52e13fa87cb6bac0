// Which members of a group can follow the leader row by row.
#include "autoconfig/model/group.h"

#include <algorithm>

namespace autoconfig {

namespace {

/// Extends `along`, the producer's sliding dimension (-1 while unknown), by one read of a consumer that
/// slides along its dimension `row`.
bool follows(const Read& read, int row, const FuncStages& producer, int& along) {
    for (std::size_t d = 0; d < read.at.size(); ++d) {
        if (!read.at[d].moved_by(static_cast<std::size_t>(row))) continue;
        const int dimension = static_cast<int>(d);
        const bool forwards = read.at[d].slope[row] > 0 && read.at[d].steady && producer.dimensions[d].free;
        if ((along >= 0 && along != dimension) || !forwards) return false;
        along = dimension;
    }
    return along >= 0;
}

} // namespace

std::optional<std::vector<int>> sliding_dimensions(const Group& group, int row) {
    std::vector<int> along(group.members.size(), -1);
    along[0] = row;
    for (std::size_t m = 0; m < along.size(); ++m)
        for (const StageWork& stage : group.member(m).stages)
            for (const Read& read : stage.reads) {
                const int p = group.position(read.producer);
                if (p > 0 && !follows(read, along[m], group.funcs[read.producer], along[p]))
                    return std::nullopt;
            }
    return along;
}

std::vector<bool> keeps_rows(const Group& group, int row) {
    /// Rows of a member that one row of the leader reads, and how far they move from one to the next.
    struct Window {
        double low = 0, high = 0, step = 1;
        bool read = false;
    };
    const auto along = sliding_dimensions(group, row);
    std::vector<bool> keeps(group.members.size(), false);
    if (!along) return keeps;
    std::vector<Window> windows(keeps.size());
    for (std::size_t m = 0; m < keeps.size(); ++m) {
        const Window& reader = windows[m];
        for (const StageWork& stage : group.member(m).stages)
            for (const Read& read : stage.reads) {
                const int p = group.position(read.producer);
                if (p <= 0) continue;
                const Movement& move = read.at[(*along)[p]];
                const double slope = move.slope[(*along)[m]];
                const double low = slope * reader.low + move.low, high = slope * reader.high + move.high;
                Window& window = windows[p];
                window.low = window.read ? std::min(window.low, low) : low;
                window.high = window.read ? std::max(window.high, high) : high;
                window.step = window.read ? std::min(window.step, slope * reader.step) : slope * reader.step;
                window.read = true;
            }
        keeps[m] = m > 0 && windows[m].high - windows[m].low + 1 > windows[m].step;
    }
    return keeps;
}

std::vector<int> lanes_of(const Group& group, const GroupTile& tile, const Machine& machine) {
    std::vector<int> lanes;
    for (int member : group.members) lanes.push_back(lanes_of(group.funcs[member], machine));
    if (tile.kind != TileKind::Rows || tile.row < 0) return lanes;
    const auto along = sliding_dimensions(group, tile.row);
    for (std::size_t m = 1; along && m < lanes.size(); ++m)
        if ((*along)[m] == 0) lanes[m] = 1;
    return lanes;
}

} // namespace autoconfig
