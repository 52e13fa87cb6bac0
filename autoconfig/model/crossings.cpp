// Reads across the rows of a producer: every element of the reader's row lies on another line. The reader's
// next rows take the next elements of these lines, and find them in the cache that can hold a row's worth of
// them.
#include "autoconfig/model/group.h"
#include "autoconfig/model/tiling.h"
#include "autoconfig/model/transfers.h"

#include <cmath>

namespace autoconfig {

namespace {

/// The producer's dimension that dimension 0 of the reader moves, where that is not the producer's own first
/// one, in which the reader's other loops or reductions go on; else 0.
std::size_t crossed_dimension(const Read& read) {
    if (read.at.size() < 2 || !read.at[0].known || read.at[0].moved_by(0)) return 0;
    if (read.at[0].still() && read.at[0].high - read.at[0].low < 1) return 0;
    for (std::size_t d = 1; d < read.at.size(); ++d)
        if (read.at[d].moved_by(0)) return d;
    return 0;
}

/// Lines so far apart that a cache keeps; where they do not begin alike they fall on all of its sets.
double kept(const Cache& cache, double stride_bytes) {
    const bool alike = std::fmod(stride_bytes, cache.line_bytes) == 0;
    return lines_kept(cache, alike ? stride_bytes : cache.line_bytes, 1);
}

double stride_bytes(const Region& stored, int bytes, std::size_t dimension, double step) {
    double stride = bytes * std::abs(step);
    for (std::size_t d = 0; d < dimension; ++d) stride *= stored[d];
    return stride;
}

/// Cycles for a line of a producer to come again to each of the elements of a row; 0 where it is still there.
double cycles_a_line(const Read& read, const Region& stored, int bytes, double row, const Machine& machine) {
    const std::size_t across = crossed_dimension(read);
    if (across == 0) return 0;
    const double stride = stride_bytes(stored, bytes, across, read.at[across].slope[0]);
    if (stride < machine.l1.line_bytes || row <= kept(machine.l1, stride)) return 0;
    const bool in_l2 = row <= kept(machine.l2, stride) / 2;
    const double pace =
        in_l2 ? machine.l1_l2_cycles_per_line : cycles_per_line(machine, elements(stored) * bytes);
    const bool walks = stride >= page_bytes && row > machine.tlb2_entries;
    return pace + (walks ? machine.page_walk_cycles : 0);
}

} // namespace

bool crosses_rows(const Read& read) { return crossed_dimension(read) != 0; }

CrossedLines crossed_lines(const Group& group, std::size_t member, const StageWork& stage,
                           const std::vector<Region>& regions, double times, const Machine& machine) {
    CrossedLines crossed;
    const Region& region = regions[member];
    if (region.empty()) return crossed;
    for (const Read& read : stage.reads) {
        const FuncStages& producer = group.funcs[read.producer];
        const int position = group.position(read.producer);
        const bool turned = group.member(member).turned || producer.turned;
        if (!turned && (position >= 0 || stage.reduction == Reduction::Sum)) continue;
        const Region stored = position >= 0 ? regions[position] : whole_region(producer);
        const double cycles = cycles_a_line(read, stored, producer.bytes, region[0], machine);
        if (cycles == 0) continue;
        const double lines = times * rows_of(region) * stage.iterations * region[0];
        crossed.lines += lines;
        crossed.cycles += lines * cycles;
    }
    return crossed;
}

} // namespace autoconfig
