// Which members of a group can follow the leader row by row.
#include "autoconfig/model/group.h"

#include <algorithm>
#include <cmath>

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

/// Rows of a member that one row of the leader reads, and how far they move from one to the next.
struct Window {
    double low = 0, high = 0, step = 1;
    bool read = false;

    void widen(const Window& asked) {
        if (!read) *this = asked;
        low = std::min(low, asked.low);
        high = std::max(high, asked.high);
        step = std::min(step, asked.step);
    }
    bool keeps_rows() const { return high - low + 1 > step; }
};

/// What one read of a reader, `slope` rows for each of its own, asks for.
Window asked(const Window& reader, const Movement& move, double slope) {
    return {slope * reader.low + move.low, slope * reader.high + move.high, slope * reader.step, true};
}

/// All windows of a member that slides, and those of its readers that make their rows anew every time.
struct Windows {
    Window all, anew;
    bool kept_reader = false, wide_kept_reader = false; // one that keeps rows, by a read of several rows
    /// The leader goes on by a part of a row: Halide then starts with a select(), not before the first line,
    /// and that beside the guard of the strip.
    bool by_parts = false;
    /// How many rows it reads is no number in the code.
    bool by_estimate = false;

    /// The warm-up of a reader that keeps rows shows in what is asked for.
    bool shows_warm_up() const {
        const bool covered = anew.read && anew.low <= all.low && anew.high >= all.high;
        return kept_reader && !covered && (anew.read || wide_kept_reader);
    }
};

std::vector<Windows> windows_of(const Group& group, const std::vector<int>& along) {
    std::vector<Windows> windows(group.members.size());
    group.for_each_inner_read([&](std::size_t m, const Read& read, int p) {
        if (along[p] < 0) return;
        const Movement& move = read.at[along[p]];
        const Window window = asked(windows[m].all, move, move.slope[along[m]]);
        windows[p].all.widen(window);
        const double slope = move.slope[along[m]];
        windows[p].by_estimate = windows[p].by_estimate || windows[m].by_estimate || move.by_estimate;
        windows[p].by_parts = windows[p].by_parts || (m == 0 && slope != std::floor(slope));
        if (m > 0 && windows[m].all.keeps_rows()) {
            windows[p].kept_reader = true;
            windows[p].wide_kept_reader = windows[p].wide_kept_reader || move.high > move.low;
        } else {
            windows[p].anew.widen(window);
        }
    });
    return windows;
}

} // namespace

std::vector<int> sliding_dimensions(const Group& group, int row) {
    std::vector<int> along(group.members.size(), -1);
    std::vector<bool> stays(group.members.size(), false);
    along[0] = row;
    group.for_each_inner_read([&](std::size_t m, const Read& read, int p) {
        stays[p] = stays[p] || stays[m] || !follows(read, along[m], group.member(p), along[p]);
        if (stays[p]) along[p] = -1;
    });
    return along;
}

std::vector<bool> keeps_rows(const Group& group, int row) {
    std::vector<bool> keeps(group.members.size(), false);
    const std::vector<Windows> windows = windows_of(group, sliding_dimensions(group, row));
    for (std::size_t m = 1; m < windows.size(); ++m) keeps[m] = windows[m].all.keeps_rows();
    return keeps;
}

std::vector<bool> keeps_strips(const Group& group, int row) {
    std::vector<bool> keeps(group.members.size(), false);
    const std::vector<Windows> windows = windows_of(group, sliding_dimensions(group, row));
    for (std::size_t m = 1; m < windows.size(); ++m)
        keeps[m] = windows[m].all.keeps_rows() &&
                   (windows[m].shows_warm_up() || windows[m].by_parts || windows[m].by_estimate);
    return keeps;
}

std::vector<int> lanes_of(const Group& group, const GroupTile& tile, const Machine& machine) {
    std::vector<int> lanes;
    for (int member : group.members) lanes.push_back(lanes_of(group.funcs[member], machine));
    const std::vector<std::int64_t> rows = bound_rows(group, tile);
    group.for_each_inner_read([&](std::size_t m, const Read& read, int) {
        if (rows[m] == 0 || !is_strided(read)) return;
        const bool in_blocks = m > 0 && tile.columns > 0; // ends with a whole vector, or a guarded one
        if (!in_blocks)
            lanes[m] = strided_lanes(group.member(m), rows[m], lanes[m]);
        else if (rows[m] <= lanes[m])
            lanes[m] = 1;
    });
    if (tile.kind != TileKind::Rows || tile.row < 0) return lanes;
    const std::vector<int> along = sliding_dimensions(group, tile.row);
    for (std::size_t m = 1; m < lanes.size(); ++m)
        if (along[m] == 0) lanes[m] = 1;
    return lanes;
}

} // namespace autoconfig
