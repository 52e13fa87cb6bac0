// Which members of a group can follow the leader row by row.
#include "autoconfig/model/group.h"

#include "autoconfig/space/func_lanes.h"

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

/// What one read of a reader, whose lines go on along dimension `row`, asks for. Its other loops go through
/// all their elements in a line, and may lead across the producer's rows as well, as in f(x - d).
Window asked(const Window& window, const Movement& move, const FuncStages& reader, int row) {
    const double slope = move.slope[row];
    Window result{slope * window.low + move.low, slope * window.high + move.high, slope * window.step, true};
    for (std::size_t loop = 0; loop < move.slope.size(); ++loop) {
        if (static_cast<int>(loop) == row) continue;
        const double way = move.slope[loop] * static_cast<double>(reader.dimensions[loop].extent - 1);
        result.low += std::min(way, 0.0);
        result.high += std::max(way, 0.0);
    }
    return result;
}

/// To whole rows, where a reader of parts of rows may ask for one more.
Window rounded(Window window) {
    window.low = std::floor(window.low);
    window.high = std::ceil(window.high);
    return window;
}

/// All windows of a member that slides, and those of its readers that make their rows anew every time.
struct Windows {
    Window all, anew;
    Window whole;                                       // all, of whole rows
    bool kept_reader = false, wide_kept_reader = false; // one that keeps rows, by a read of several rows
    /// The leader goes on by a part of a row: Halide then starts with a select(), not before the first line,
    /// and that beside the guard of the strip.
    bool by_parts = false;
    /// How many rows it reads is no number in the code.
    bool by_estimate = false;
    /// The rows are those of run time: no clamp has a part in them.
    bool placed = true;
    /// How many Funcs it is from one on, counted towards producers, that goes on by a part of a row.
    int below_parts = 0;

    /// The warm-up of a reader that keeps rows shows in what is asked for.
    bool shows_warm_up() const {
        const bool covered = anew.read && anew.low <= all.low && anew.high >= all.high;
        return kept_reader && !covered && (anew.read || wide_kept_reader);
    }
    /// Halide does not fold the storage by itself.
    bool is_unfolded() const { return all.keeps_rows() && (shows_warm_up() || by_parts || by_estimate); }
    /// It does where it is told to, and checks at run time what it does not prove.
    bool may_be_folded() const { return is_unfolded() && placed && !by_estimate; }
};

/// Halide (14) does not see any more that the rows asked for go forwards only, beyond so many Funcs
/// (tests/schedules/sliding_rows_test.cpp).
constexpr int most_below_parts = 2;

/// How the members of a group follow its leader along a dimension. Halide has to prove that the rows which a
/// line asks for go forwards only, and otherwise makes all of them again for every line: it does not where
/// readers go on at several rates, nor far below one that goes on by a part of a row.
class Sliding {
public:
    Sliding(const Group& group, int row)
        : group_(group), along_(group.members.size(), -1), stays_(group.members.size(), false),
          windows_(group.members.size()) {
        along_[0] = row;
        for (std::size_t m = 0; m < along_.size(); ++m) {
            if (stays_[m] || is_lost(windows_[m])) {
                stays_[m] = true;
                along_[m] = -1;
                windows_[m] = {};
            }
            group_.for_each_inner_read_of(m, [&](const Read& read, int p) { add_read(m, read, p); });
        }
    }

    const std::vector<int>& along() const { return along_; }
    const std::vector<Windows>& windows() const { return windows_; }

private:
    static bool is_lost(const Windows& windows) {
        return windows.all.keeps_rows() && windows.below_parts > most_below_parts;
    }

    void add_read(std::size_t m, const Read& read, int p) {
        stays_[p] = stays_[p] || stays_[m] || !follows(read, along_[m], group_.member(p), along_[p]);
        if (stays_[p]) return;
        const Windows& reader = windows_[m];
        Windows& own = windows_[p];
        const Movement& move = read.at[along_[p]];
        const double slope = move.slope[along_[m]];
        const Window window = asked(reader.all, move, group_.member(m), along_[m]);
        stays_[p] = own.all.read && window.step != own.all.step;
        own.all.widen(window);
        own.whole.widen(rounded(asked(reader.whole, move, group_.member(m), along_[m])));
        own.placed = own.placed && reader.placed && move.exact && move.placed && !move.has_ends();
        own.by_estimate = own.by_estimate || reader.by_estimate || move.by_estimate;
        own.by_parts = own.by_parts || (m == 0 && slope != std::floor(slope));
        if (reader.below_parts > 0 || window.step != std::floor(window.step))
            own.below_parts = std::max(own.below_parts, m == 0 ? 1 : std::max(1, reader.below_parts) + 1);
        if (m > 0 && reader.all.keeps_rows()) {
            own.kept_reader = true;
            own.wide_kept_reader = own.wide_kept_reader || move.high > move.low;
        } else {
            own.anew.widen(window);
        }
    }

    const Group& group_;
    std::vector<int> along_;
    std::vector<bool> stays_;
    std::vector<Windows> windows_;
};

/// Of which members but the leader that holds.
template<typename Holds>
std::vector<bool> members_of_which(const Group& group, int row, const Holds& holds) {
    const Sliding sliding(group, row);
    std::vector<bool> members{false};
    for (std::size_t m = 1; m < group.members.size(); ++m)
        members.push_back(holds(group.member(m), sliding.windows()[m]));
    return members;
}

} // namespace

std::vector<int> sliding_dimensions(const Group& group, int row) { return Sliding(group, row).along(); }

std::vector<bool> keeps_rows(const Group& group, int row) {
    return members_of_which(
        group, row, [](const FuncStages&, const Windows& windows) { return windows.all.keeps_rows(); });
}

std::vector<bool> keeps_strips(const Group& group, int row) {
    return members_of_which(group, row,
                            [](const FuncStages&, const Windows& windows) { return windows.is_unfolded(); });
}

std::vector<bool> keeps_overlapping_strips(const Group& group, int row) {
    return members_of_which(group, row, [](const FuncStages& func, const Windows& windows) {
        return windows.all.keeps_rows() && (!func.is_pure() || windows.by_parts || windows.by_estimate);
    });
}

namespace {

/// Lines before the first one, in which a window is filled.
double lines_before(const Windows& windows) {
    return std::ceil((windows.all.high - windows.all.low) / windows.all.step);
}

/// Of what is outside the group, other rows for other lines.
bool reads_beyond(const Group& group, std::size_t m, int along) {
    for (const StageWork& stage : group.member(m).stages)
        for (const Read& read : stage.reads)
            if (group.position(read.producer) < 0 &&
                std::any_of(read.at.begin(), read.at.end(), [&](const Movement& move) {
                    return move.changed_by(static_cast<std::size_t>(along)) && !move.held();
                }))
                return true;
    return false;
}

/// Of each member, the most lines before the first one that a window which it reads takes, directly or
/// through others.
std::vector<double> lines_before_what_is_read(const Group& group, const Sliding& sliding) {
    std::vector<double> lines(group.members.size(), 0);
    for (std::size_t m = lines.size(); m-- > 0;) // producers are behind their readers
        group.for_each_inner_read_of(m, [&](const Read&, int p) {
            const Windows& read = sliding.windows()[p];
            lines[m] = std::max({lines[m], lines[p], read.all.keeps_rows() ? lines_before(read) : 0});
        });
    return lines;
}

} // namespace

bool overlapping_strips_ask_for_more(const Group& group, int row) {
    const Sliding sliding(group, row);
    const std::vector<double> guarded_for = lines_before_what_is_read(group, sliding);
    const double most = guarded_for.front(); // the leader reads all
    for (std::size_t m = 1; m < group.members.size(); ++m)
        if (const int along = sliding.along()[m];
            along >= 0 && std::max(guarded_for[m], lines_before(sliding.windows()[m])) < most &&
            reads_beyond(group, m, along))
            return true;
    return false;
}

std::vector<FoldedRows> folded_rows(const Group& group, const GroupTile& tile) {
    std::vector<FoldedRows> folded(group.members.size());
    if (tile.kind != TileKind::Rows || tile.row < 0) return folded;
    const Sliding sliding(group, tile.row);
    const std::vector<Region> regions = tile_regions(group, tile);
    for (std::size_t m = 1; m < folded.size(); ++m) {
        const Windows& windows = sliding.windows()[m];
        if (!windows.may_be_folded()) continue;
        std::int64_t rows = 1;
        while (static_cast<double>(rows) < windows.whole.high - windows.whole.low + 1) rows *= 2;
        const int along = sliding.along()[m];
        if (static_cast<double>(rows) < regions[m][along]) folded[m] = {along, rows};
    }
    return folded;
}

std::vector<int> lanes_of(const Group& group, const GroupTile& tile, const Machine& machine) {
    std::vector<int> lanes;
    for (std::size_t m = 0; m < group.members.size(); ++m) {
        const bool goes_on = group.overruns[m] && (m > 0 || tile.columns == 0); // blocks are of whole vectors
        lanes.push_back(goes_on ? overrunning_lanes_of(group.member(m), machine)
                                : lanes_of(group.member(m), machine));
    }
    if (tile.one_by_one) lanes[0] = 1;
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
