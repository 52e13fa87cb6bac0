// What copies of operands cost: panels of B, rows of A.
#include "autoconfig/model/transfers.h"

#include <algorithm>

namespace autoconfig {

namespace {

/// Starting a block of k of a panel, from its first load to the multiply-adds that wait for what was stored.
/// [fitted on 33x65x129, 100x300x479 and 35x300x700 f32, packed by blocks against in place, reference machine
/// (Xeon, Emerald Rapids, model 207, 2 cores, KVM), 2026-11-21]
constexpr double k_block_cycles = 8;

/// The row of tiles that packs a panel block by block of k.
struct FirstRow {
    double longer = 0; // than another row, where the front end has no room for copying
    double hides = 0;  // cycles under which lines come
    double blocks = 0;
};

/// The loads of a block start while multiply-adds of the one before wait for theirs, as many as the scheduler
/// holds; on machines that do one after the other, copying comes on top.
FirstRow first_row(const Sheet& sheet, double copying) {
    const double panels = panels_swept(sheet);
    if (!sheet.facts.machine.pack_overlaps) return {copying, 0, 0};
    const double steps = panels * sheet.tiling.k_steps, other = steps * pace(sheet.terms);
    const double row = std::max(other, steps * sheet.front_cycles + copying);
    const double ahead =
        sheet.facts.machine.scheduler_entries / (sheet.config.MR * sheet.config.n_v) / sheet.config.k_pack;
    return {row - other, row * std::min(1.0, ahead),
            panels * static_cast<double>(ceil_div(sheet.facts.K, sheet.config.k_pack))};
}

/// A vector of a panel. A transposed one costs its permutes as well: 3 two-operand permutes on one port;
/// where rows of B are shorter than a vector along k, each of its elements is loaded and put in its place.
double copy_cycles(const Sheet& sheet) {
    const Machine& machine = sheet.facts.machine;
    const double load = 1 / machine.loads_per_cycle, store = 1 / machine.stores_per_cycle;
    if (sheet.config.k_vectorised) return sheet.config.lanes + store;
    return sheet.facts.b_contiguous_in_n ? load + store : 4 * load + 3 + store;
}

} // namespace

void enter_panels(Sheet& sheet) {
    const Facts& facts = sheet.facts;
    const Machine& machine = facts.machine;
    const double copies = sweeps(sheet) * facts.b_total_bytes;
    const BLines b = lines_of_b(sheet);
    const double vectors = copies / facts.b_bytes / facts.lanes;
    const double work = copy_cycles(sheet);
    const double allocations = blocks_swept(sheet);
    const double allocate = allocations * machine.allocate_cycles;
    if (sheet.config.k_pack == 0) {
        sheet
            .total("T_pack", b.cycles() + vectors * work + allocate,
                   "lines of B * cy/line + runs * start + vectors * copy + panels * allocation",
                   "{:.0f} * {:.1f} + {:.0f} * {:g} + {:.0f} * {:.1f} + {:.0f} * {:g}", b.lines, b.cost,
                   b.runs, b.start, vectors, work, allocations, machine.allocate_cycles)
            .from_afar = true;
        return;
    }
    const FirstRow row = first_row(sheet, vectors * work);
    const double left = exposed(sheet, b.cycles(), row.hides);
    sheet.hiding -= row.longer;
    sheet
        .total(
            "T_pack", left + row.longer + row.blocks * k_block_cycles + allocate,
            "max(lines of B * cy/line + runs * start - hidden by the first row of tiles, 0) + what copying "
            "adds to it + k blocks * start + panels * allocation",
            "max({:.0f} * {:.1f} + {:.0f} * {:g} - {:.0f}, 0) + {:.0f} + {:.0f} * {:g} + {:.0f} * {:g}",
            b.lines, b.cost, b.runs, b.start, row.hides, row.longer, row.blocks, k_block_cycles, allocations,
            machine.allocate_cycles)
        .from_afar = true;
}

/// A copy of a: read once from where it lives and written where the block (or all of a) fits, written lines
/// being read first. Rows shorter than a vector take one each.
void enter_copy(Sheet& sheet) {
    const Facts& facts = sheet.facts;
    const Machine& machine = facts.machine;
    const Tiling& tiling = sheet.tiling;
    const std::int64_t row = facts.a_contiguous_run, vectors_a_row = ceil_div(row, facts.lanes);
    const double blocks = tiling.row_blocks * tiling.products;
    const double block_bytes = sheet.config.RB > 0 ? tiling.a_rows_bytes : facts.a_total_bytes;
    const double from = tiling.share * (facts.vector_a ? facts.bytes_once : facts.a_total_bytes);
    const double read = cycles_per_line(machine, from), write = cycles_per_line(machine, block_bytes);
    const double vectors =
        blocks * block_bytes / facts.a_bytes / static_cast<double>(row) * static_cast<double>(vectors_a_row);
    const double copy = 1 / machine.loads_per_cycle + 1 / machine.stores_per_cycle;
    sheet.total("T_copy",
                blocks * (lines(block_bytes, machine) * (read + 2 * write) + machine.allocate_cycles) +
                    vectors * copy,
                "blocks * (lines of A * (read + 2 * write) + allocation) + vectors * copy",
                "{:.0f} * ({:.0f} * ({:.1f} + 2 * {:.1f}) + {:g}) + {:.0f} * {:.1f}", blocks,
                lines(block_bytes, machine), read, write, machine.allocate_cycles, vectors, copy);
}

} // namespace autoconfig
