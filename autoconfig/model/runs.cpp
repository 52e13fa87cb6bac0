// Rows of an array in the order in which the leader's loops come by them. Those that follow each other in
// memory too are one run, which the core fetches ahead; so are runs that go on in turns, as far as the
// prefetcher keeps them apart. A new run beyond that takes up a line that another one left.
#include "autoconfig/model/group.h"

#include <algorithm>
#include <vector>

namespace autoconfig {

std::vector<RowLoop> loops_over_rows(const FuncStages& leader, const GroupTile& tile) {
    std::vector<RowLoop> loops, others;
    const auto row = static_cast<std::size_t>(tile.row);
    const double extent = static_cast<double>(leader.dimensions[row].extent);
    for (std::size_t d = 1; d < leader.dimensions.size(); ++d)
        if (d != row) others.push_back({d, static_cast<double>(leader.dimensions[d].extent)});
    if (!tile.others_inside) loops.push_back({row, std::min(extent, static_cast<double>(tile.rows))});
    loops.insert(loops.end(), others.begin(), others.end());
    // The strips; and, where nothing is between them, the rows within.
    loops.push_back({row, tile.others_inside ? extent : extent / loops.front().count});
    return loops;
}

namespace {

/// The first loops that run over all of one dimension after the other, and the next as far as it goes, make
/// a run. The rest but the last, which goes on with all of them, lead to others.
Runs whole_rows(const FuncStages& leader, const GroupTile& tile) {
    Runs runs{rows_of(whole_region(leader)), 1};
    const std::vector<RowLoop> loops = loops_over_rows(leader, tile);
    std::size_t next = 1, loop = 0;
    for (bool whole = true; whole && loop < loops.size(); ++loop) {
        if (loops[loop].count == 1) continue;
        while (leader.dimensions[next].extent == 1) ++next;
        if (loops[loop].dimension != next) break;
        runs.count /= loops[loop].count;
        whole = loops[loop].count == static_cast<double>(leader.dimensions[next++].extent);
    }
    for (; loop + 1 < loops.size(); ++loop) runs.streams *= loops[loop].count;
    return runs;
}

} // namespace

Runs runs(const FuncStages& leader, const GroupTile& tile) {
    if (leader.turned || (tile.row < 0 && !tile.is_columns(leader))) return {};
    const double columns = static_cast<double>(leader.dimensions[0].extent);
    if (tile.is_columns(leader)) {
        double rows = 1, within = 1;
        for (std::size_t d = 1; d < leader.dimensions.size(); ++d) {
            const auto extent = static_cast<double>(leader.dimensions[d].extent);
            rows *= extent;
            if (tile.holds(leader, d)) within *= extent;
        }
        return {rows * columns / static_cast<double>(tile.columns), within};
    }
    if (tile.columns == 0 || static_cast<double>(tile.columns) >= columns) return whole_rows(leader, tile);
    const double rows = rows_of(whole_region(leader));
    const double others = rows / static_cast<double>(leader.dimensions[tile.row].extent);
    return {rows * columns / static_cast<double>(tile.columns),
            static_cast<double>(tile.rows) * (tile.others_inside ? others : 1)};
}

bool lies_as(const Read& read, const FuncStages& leader, const FuncStages& producer) {
    if (!read.follows(leader.dimensions.size()) || !read.known()) return false;
    for (std::size_t d = 0; d < read.at.size(); ++d)
        if (producer.dimensions[d].extent < leader.dimensions[d].extent) return false;
    return true;
}

} // namespace autoconfig
