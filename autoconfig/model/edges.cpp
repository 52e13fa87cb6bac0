// Vectors at the edges of what is read through boundary conditions. Halide cuts a loop into the part that
// stays inside, where nothing is clamped, and the parts before and after it, in which it cuts no further
// loop. A loop over vectors leaves the ends of rows outside; a loop over tiles the whole first and last tile,
// which happens where a Func has no loop over rows of its own within the tile.
#include "autoconfig/model/group.h"

#include <algorithm>
#include <cmath>

namespace autoconfig {

namespace {

/// How many steps of the reader's loop lead beyond what is inside of dimension d of the source.
double beyond(const Movement& move, std::size_t loop, const FuncStages& reader, const Dimension& source) {
    if (!move.moved_by(loop) || !move.has_ends()) return 0;
    const double over = move.footprint(whole_region(reader)) - static_cast<double>(source.extent);
    return std::max(0.0, over / std::abs(move.slope[loop]));
}

/// The most of all that the member reads.
double beyond(const Group& group, std::size_t member, std::size_t loop) {
    const FuncStages& reader = group.member(member);
    double most = 0;
    for (const StageWork& stage : reader.stages)
        for (const Read& read : stage.reads)
            for (std::size_t d = 0; d < read.at.size(); ++d)
                most = std::max(most,
                                beyond(read.at[d], loop, reader, group.funcs[read.producer].dimensions[d]));
    return most;
}

double pieces(std::int64_t extent, std::int64_t tile) {
    return std::ceil(static_cast<double>(extent) / static_cast<double>(tile));
}

} // namespace

double edge_share(const Group& group, const GroupTile& tile, std::size_t member, const Region& at_once,
                  int lanes) {
    if (at_once.empty()) return 0;
    const std::vector<Dimension>& dimensions = group.leader().dimensions;
    const bool cut_by_tiles = member == 0 || rows_of(at_once) == 1;
    const double columns = tile.columns > 0 ? pieces(dimensions[0].extent, tile.columns) : 1;
    const double vectors = columns * std::ceil(at_once[0] / lanes), over = beyond(group, member, 0);
    const bool in_blocks = tile.columns > 0 && cut_by_tiles && over > 0;
    const double across = in_blocks ? 2 / columns : 2 * std::ceil(over / 2 / lanes) / vectors;
    const bool in_strips = tile.row > 0 && cut_by_tiles && beyond(group, member, tile.row) > 0;
    const double along = in_strips ? 2 / pieces(dimensions[tile.row].extent, tile.rows) : 0;
    return 1 - (1 - std::min(1.0, across)) * (1 - std::min(1.0, along));
}

} // namespace autoconfig
