// Reads at places that follow no rule: any element may lie on any line of what the loops lead to. Where the
// loops come back to the same places, lines are found in the cache that holds all of these.
#include "autoconfig/model/group.h"
#include "autoconfig/model/transfers.h"

#include <algorithm>

namespace autoconfig {

namespace {

/// Does the loop lead to other places, by a rule?
bool leads_on(const Read& read, std::size_t loop) {
    return std::any_of(read.at.begin(), read.at.end(), [&](const Movement& move) {
        return move.known && move.moved_by(loop) && !move.scattered_by(loop);
    });
}

/// The leader's loops over rows, or those of a member in the order of its dimensions, innermost first.
std::vector<RowLoop> loops_of(const Group& group, std::size_t member, const GroupTile& tile,
                              const Region& region) {
    if (member == 0 && tile.row >= 0) return loops_over_rows(group.leader(), tile);
    std::vector<RowLoop> loops;
    for (std::size_t d = 1; d < region.size(); ++d) loops.push_back({d, region[d]});
    return loops;
}

/// What the loops run over between two visits of the same places; nothing where they never come back.
Region between_visits(const Read& read, const std::vector<RowLoop>& loops, const Region& region) {
    Region seen(region.size(), 1);
    seen[0] = region[0];
    for (const RowLoop& loop : loops) {
        if (loop.count <= 1) continue;
        if (!leads_on(read, loop.dimension)) return seen;
        seen[loop.dimension] = std::max(seen[loop.dimension], loop.count);
    }
    return {};
}

/// Of a line from where so many bytes are, all of which may be needed before it is needed again.
double cycles_a_line(double bytes, const Machine& machine) {
    return stays_in_l1(bytes, machine) ? 0 : cycles_per_line(machine, bytes);
}

} // namespace

CrossedLines scattered_lines(const Group& group, std::size_t member, const StageWork& stage,
                             const GroupTile& tile, const std::vector<Region>& regions, double times,
                             const Machine& machine) {
    CrossedLines scattered;
    const Region& region = regions[member];
    if (region.empty()) return scattered;
    for (const Read& read : stage.reads) {
        if (!read.scattered_by(0)) continue;
        const FuncStages& producer = group.funcs[read.producer];
        const int position = group.position(read.producer);
        const Region stored = position >= 0 ? regions[position] : whole_region(producer);
        const Region seen = between_visits(read, loops_of(group, member, tile, region), region);
        if (seen.empty()) continue;
        const double cycles =
            cycles_a_line(elements(region_read(read, seen, stored)) * producer.bytes, machine);
        if (cycles == 0) continue;
        const double lines = times * elements(region) * stage.iterations;
        scattered.lines += lines;
        scattered.cycles += lines * cycles;
    }
    return scattered;
}

} // namespace autoconfig
