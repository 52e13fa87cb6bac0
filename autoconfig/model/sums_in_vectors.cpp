// Sums that one Func reads element by element: in vectors as long as the reader's each stays in registers, is
// neither stored nor loaded, and its loop is the reader's.
#include "autoconfig/model/group_cost.h"
#include "autoconfig/model/together.h"
#include "autoconfig/model/vector_loads.h"
#include "autoconfig/space/func_lanes.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace autoconfig {

namespace {

bool is_one_sum(const FuncStages& func) {
    return func.stages.size() == 2 && func.stages[1].reduction == Reduction::Sum;
}

/// Are its dimensions in their order, and is it the user's own?
bool is_plain(const FuncStages& func) { return !func.is_flat() && !func.turned && func.copy_of.empty(); }

/// Does the read go element by element, but along the producer's dimension k, where it stays within what loop
/// d runs over or leads to?
bool goes_element_by_element_but_along(const Read& read, int k, int d) {
    std::set<int> followed;
    for (int e = 0; e < static_cast<int>(read.at.size()); ++e) {
        const Movement& move = read.at[e];
        if (e != k) {
            followed.insert(move.loop_followed());
            continue;
        }
        for (int loop = 0; loop < static_cast<int>(move.slope.size()); ++loop)
            if (loop != d && move.changed_by(static_cast<std::size_t>(loop))) return false;
    }
    return followed.size() + 1 == read.at.size() && followed.count(-1) == 0 && followed.count(d) == 0 &&
           k > 0 && read.at[0].loop_followed() == 0 && read.at[0].steady && read.at[k].moved_by(d);
}

/// Is as much of the producer's dimension k made for the leader's d in the code that asks for all of this
/// one?
bool has_constant_extent(const Read& read, const FuncStages& leader, int d, const FuncStages& sum, int k) {
    return leader.dimensions[d].source == ExtentSource::Bound ||
           (read.at[k].loop_followed() == d && sum.dimensions[k].extent == leader.dimensions[d].extent);
}

/// The leader's only read of what nobody else reads; nullptr where there are others.
const Read* only_read(const Group& group, int member) {
    const Read* only = nullptr;
    bool alone = true;
    group.for_each_inner_read([&](std::size_t m, const Read& read, int p) {
        if (p != member) return;
        alone = alone && m == 0 && !only;
        only = &read;
    });
    return alone ? only : nullptr;
}

/// Is an element of its own read for each element of the reader, once, and do the rows of both go together,
/// so that Halide sees no more of a row read by a vector than its lanes? A mirrored row goes back. Their
/// other dimensions may be in any order.
bool is_element_by_element(const Read& read, const FuncStages& reader) {
    if (read.loads != 1 || read.at.size() != reader.dimensions.size()) return false;
    std::set<int> followed;
    for (const Movement& move : read.at) followed.insert(move.loop_followed());
    return followed.size() == read.at.size() && followed.count(-1) == 0 && read.at[0].loop_followed() == 0 &&
           read.at[0].steady;
}

/// Are its vectors those of one row after the other, all of them alike?
bool has_plain_rows(const FuncStages& func) {
    return !func.is_flat() && func.copy_of.empty() && !together(func);
}

/// Does one vector go through all of the reduction before the next one does?
bool goes_vector_by_vector(const FuncStages& func, int lanes, double row,
                           const std::vector<FuncStages>& funcs, const Machine& machine) {
    if (!is_one_sum(func)) return false;
    const StageWork& update = func.stages[1];
    return lanes_of(update, lanes, row, funcs, machine) == lanes &&
           partials(func, update, lanes, funcs, machine).lanes == 1 &&
           row_sweep(func, update, lanes, funcs, machine).rows == 0;
}

/// Do vectors of so many lanes of a sum fill few registers, and leave the rest for what is added up?
bool fill_few_registers(const FuncStages& sum, int lanes, const Machine& machine) {
    const double needed = registers(lanes, sum.widest_bytes, machine);
    return needed <= (parts_of_vectors(sum) > 1 ? 6 : 4); // parts share what is broadcast or loaded
}

/// Lanes of a member that would have `own` by itself, and whose reader has `longer` vectors: the reader's,
/// where they fill few registers and have a whole number of parts.
int lanes_for(const FuncStages& func, int own, int longer, const Machine& machine) {
    const bool fits = longer % parts_of_vectors(func) == 0 && fill_few_registers(func, longer, machine);
    return own > 1 && longer > own && fits ? longer : own;
}

/// Lanes of a reader that would have `own` by itself, and reads element by element a sum of vectors that are
/// made in parts: as many as hold a whole number of both, where the sum's fill few registers.
int reader_lanes(const FuncStages& sum, int lanes_of_sum, int own, const Machine& machine) {
    const int both = std::lcm(lanes_of_sum, own);
    const bool fits = own > 1 && parts_of_vectors(sum) > 1 && fill_few_registers(sum, both, machine);
    return fits ? both : own;
}

/// In the order in which it would anyway?
bool goes_in_order(const FuncStages& func, int lanes, const std::vector<FuncStages>& funcs,
                   const Machine& machine) {
    const StageWork& update = func.stages[1];
    const auto written_out = static_cast<std::size_t>(loops_written_out(func, update, lanes, funcs, machine));
    return written_out == 0 || written_out == update.window.size();
}

} // namespace

SumTogether sum_together(const Group& group, const GroupTile& tile, int member) {
    const FuncStages &leader = group.leader(), &sum = group.member(static_cast<std::size_t>(member));
    const bool plain = may_have_together(leader) && is_one_sum(sum) && is_plain(sum);
    const Read* read = plain ? only_read(group, member) : nullptr;
    if (!read || read->at.size() != leader.dimensions.size()) return {};
    const StageWork& update = sum.stages[1];
    const Together own = together(leader);
    for (int d = 1; d < static_cast<int>(leader.dimensions.size()); ++d) {
        const bool within = d != tile.row && tile.holds(leader, static_cast<std::size_t>(d));
        const bool as_leader = !own || own.dimension == d;
        if (!within || !as_leader || !may_be_together(leader, leader.stages.front(), d)) continue;
        for (int k = 1; k < static_cast<int>(sum.dimensions.size()); ++k) {
            if (!goes_element_by_element_but_along(*read, k, d) || !may_be_together(sum, update, k) ||
                !has_constant_extent(*read, leader, d, sum, k))
                continue;
            const Together elements{k, static_cast<int>(sum.dimensions[k].extent)};
            if (share_in_common(sum, update, elements) > least_share_in_common)
                return {elements, {d, static_cast<int>(leader.dimensions[d].extent)}};
        }
    }
    return {};
}

SumsInVectors sums_in_vectors(const Group& group, const GroupTile& tile, const Machine& machine) {
    const std::size_t members = group.members.size();
    SumsInVectors sums{std::vector<int>(members, -1), std::vector<SumTogether>(members),
                       lanes_of(group, tile, machine)};
    std::vector<int>& reader = sums.reader;
    std::vector<int> reads(members, 0);
    group.for_each_inner_read([&](std::size_t m, const Read& read, int p) {
        const bool alone = ++reads[p] == 1 && is_element_by_element(read, group.member(m));
        reader[p] = alone && group.member(m).is_pure() ? static_cast<int>(m) : -1;
    });
    for (std::size_t m = 1; m < members; ++m) {
        sums.together[m] = sum_together(group, tile, static_cast<int>(m));
        if (sums.together[m]) reader[m] = 0;
    }
    if (std::all_of(reader.begin(), reader.end(), [](int m) { return m < 0; })) return sums;
    for (std::size_t m = 1; m < reader.size(); ++m) {
        if (reader[m] < 0) continue;
        const FuncStages& func = group.member(m);
        const double row = func.dimensions.empty() ? 1 : static_cast<double>(func.dimensions[0].extent);
        const int readers = reader_lanes(func, sums.lanes[m], sums.lanes[reader[m]], machine),
                  lanes = lanes_for(func, sums.lanes[m], readers, machine);
        const bool stays =
            lanes > 1 && lanes == readers && goes_vector_by_vector(func, lanes, row, group.funcs, machine);
        const auto goes_alike = [&] {
            return has_plain_rows(func) && has_plain_rows(group.member(reader[m])) &&
                   goes_in_order(func, lanes, group.funcs, machine);
        };
        if (stays && (sums.together[m] || goes_alike()))
            sums.lanes[m] = sums.lanes[reader[m]] = lanes;
        else
            reader[m] = -1, sums.together[m] = {};
    }
    return sums;
}

} // namespace autoconfig
