// Reads across the rows of a producer: every element of the reader's row lies on another line. The reader's
// next rows take the next elements of these lines, and find them in the cache that can hold a row's worth of
// them, and their pages in the TLB that can.
#include "autoconfig/model/group.h"

#include "autoconfig/allocation_limits.h"
#include "autoconfig/model/tiling.h"
#include "autoconfig/model/transfers.h"
#include "autoconfig/space/func_lanes.h"

#include <algorithm>
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

double stride_bytes(const Region& stored, int bytes, std::size_t dimension, double step) {
    double stride = bytes * std::abs(step);
    for (std::size_t d = 0; d < dimension; ++d) stride *= stored[d];
    return stride;
}

/// Cycles of a line from L2. Those that go to one set of L1 come one after the other.
double from_l2(double stride, const Machine& machine) {
    const double sets = lines_kept(machine.l1, stride) / machine.l1.ways;
    return std::max(machine.l1_l2_cycles_per_line, machine.l2_latency_cycles / sets);
}

/// Cycles for a line of a producer of so many bytes, one for each element of a row, to come again where L1
/// does not keep it.
double transfer_cycles(double row, double stride, double bytes, const Machine& machine) {
    const double lost = 1 - lines_kept(machine.l1, stride) / row;
    if (lost <= 0) return 0;
    const bool in_l2 = row <= lines_kept(machine.l2, stride) / 2;
    return lost * std::max(from_l2(stride, machine), in_l2 ? 0 : cycles_per_line(machine, bytes));
}

/// Cycles that an element waits for its page, which it shares with those that lie on it too.
double page_cycles(double row, double stride, const Machine& machine) {
    const double pages_an_element = std::min(1.0, stride / page_bytes), pages = row * pages_an_element;
    if (pages <= machine.tlb_entries) return 0;
    const double walk = pages > machine.tlb2_entries ? machine.page_walk_cycles : 0;
    return pages_an_element * (machine.tlb_gather_cycles + walk);
}

/// Cycles that each of the elements of a row waits for a line of the producer; 0 where it is still there.
double cycles_a_line(const Read& read, const Region& stored, int bytes, double row, const Machine& machine) {
    const std::size_t across = crossed_dimension(read);
    if (across == 0) return 0;
    const double stride = stride_bytes(stored, bytes, across, read.at[across].slope[0]);
    if (stride < machine.l1.line_bytes) return 0;
    return transfer_cycles(row, stride, elements(stored) * bytes, machine) +
           page_cycles(row, stride, machine);
}

/// Does a loop beside that along dimension 0 lead to other elements of the lines?
bool comes_back_along_rows(const Read& read, std::size_t dimensions) {
    for (std::size_t loop = 1; loop < dimensions; ++loop)
        if (read.at[0].moved_by(loop)) return true;
    return false;
}

/// A sum's vectors across rows go along all of these before another loop comes back for the other elements of
/// their lines, which L1 may not have any more: a line for every lane and step, from L2.
CrossedLines lines_left_behind(const Read& read, const FuncStages& reader, const StageWork& stage,
                               const Region& region, int bytes, const Machine& machine) {
    if (crossed_dimension(read) == 0 || !comes_back_along_rows(read, reader.dimensions.size())) return {};
    const double new_lines = std::min(1.0, std::abs(read.at[0].reduced_step) * bytes / machine.l1.line_bytes);
    const double at_once = lanes_of(reader, machine) * stage.iterations * new_lines;
    if (!(at_once > lines_kept(machine.l1, machine.l1.line_bytes))) return {};
    const double lines = elements(region) * stage.iterations * new_lines;
    return {lines, lines * machine.l1_l2_cycles_per_line};
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
        if (!turned && stage.reduction == Reduction::Sum) continue;
        if (stage.reduction == Reduction::Sum) {
            const CrossedLines left =
                lines_left_behind(read, group.member(member), stage, region, producer.bytes, machine);
            crossed.lines += times * left.lines;
            crossed.cycles += times * left.cycles;
        }
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
