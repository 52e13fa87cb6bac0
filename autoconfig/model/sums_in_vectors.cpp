// Sums that one Func reads element by element: where its vectors are as long as theirs, each vector of them
// stays in registers, is neither stored nor loaded, and its loop is the reader's.
#include "autoconfig/model/group_cost.h"
#include "autoconfig/model/together.h"

#include <algorithm>
#include <set>

namespace autoconfig {

namespace {

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

/// Does one vector go through all of the reduction before the next one does, in the order in which it would
/// anyway?
bool goes_vector_by_vector(const FuncStages& func, int lanes, double row,
                           const std::vector<FuncStages>& funcs, const Machine& machine) {
    if (func.stages.size() != 2) return false;
    const StageWork& update = func.stages[1];
    if (update.reduction != Reduction::Sum || lanes_of(update, lanes, row, machine) != lanes) return false;
    const auto written_out = static_cast<std::size_t>(loops_written_out(func, update, lanes, funcs, machine));
    return (written_out == 0 || written_out == update.window.size()) &&
           partials(func, update, lanes, funcs, machine).lanes == 1 &&
           row_sweep(func, update, lanes, funcs, machine).rows == 0;
}

} // namespace

std::vector<int> sums_in_vectors(const Group& group, const GroupTile& tile, const Machine& machine) {
    std::vector<int> reader(group.members.size(), -1), reads(group.members.size(), 0);
    group.for_each_inner_read([&](std::size_t m, const Read& read, int p) {
        const bool alone = ++reads[p] == 1 && is_element_by_element(read, group.member(m));
        reader[p] = alone && group.member(m).is_pure() ? static_cast<int>(m) : -1;
    });
    if (std::all_of(reader.begin(), reader.end(), [](int m) { return m < 0; })) return reader;
    const std::vector<int> lanes = lanes_of(group, tile, machine);
    for (std::size_t m = 1; m < reader.size(); ++m) {
        if (reader[m] < 0) continue;
        const FuncStages& func = group.member(m);
        const double row = func.dimensions.empty() ? 1 : static_cast<double>(func.dimensions[0].extent);
        const bool alike = lanes[m] > 1 && lanes[m] == lanes[reader[m]] && has_plain_rows(func) &&
                           has_plain_rows(group.member(reader[m]));
        if (!alike || !goes_vector_by_vector(func, lanes[m], row, group.funcs, machine)) reader[m] = -1;
    }
    return reader;
}

} // namespace autoconfig
