// B read where it lies: panels that come for the first time, and again where L2 has not kept them.
#include "autoconfig/model/transfers.h"

#include <algorithm>

namespace autoconfig {

namespace {

/// Rows of a panel that lie on more pages than the TLB holds.
void enter_page_misses(Sheet& sheet) {
    const Machine& machine = sheet.facts.machine;
    const double pages_a_row = pages_a_run(b_row_stride(sheet.facts));
    const double pages = pages_of_panel(sheet);
    if (pages <= machine.tlb_entries) return;
    sheet.per_step(Combines::Added, "T_TLB", machine.tlb_miss_cycles * pages_a_row,
                   "miss * pages a row, as pages > TLB", "{:g} * {:.2f}, as {:.0f} > {}",
                   machine.tlb_miss_cycles, pages_a_row, pages, machine.tlb_entries);
}

/// Lines come under the arithmetic where they lie in panels, read from end to end and fetched ahead; and,
/// from L3 at most, where one row of tiles reads each of them once, or where transfers overlap. [8x4096x512
/// f32, tiles 8x3: within 14 %; first rows of several, 64x3136x576, and lines from memory, 4x16384x4096, wait
/// for theirs; reference machine (Xeon, Emerald Rapids, model 207, 2 cores, KVM), 2026-11-21. Transfers
/// overlap: tiles 8x3 of 16x1024x1024, 16x3072x768, 16x3088x768 and 32x1040x1024 take their arithmetic and 5
/// to 10 %; EPYC (Zen 5, family 26 model 2, 2 cores, KVM), 2026-11-22]
bool comes_under_arithmetic(const Sheet& sheet) {
    const Machine& machine = sheet.facts.machine;
    const bool near = sheet.facts.b_total_bytes <= static_cast<double>(machine.l2.bytes + machine.l3.bytes);
    const bool once = sheet.config.strategy == Strategy::RegisterTile && sheet.tiling.tiles_m <= 1;
    return reads_panels_in_place(sheet) || (near && (once || machine.l2_l3_overlaps));
}

/// The first row of tiles of a panel waits for its lines, or for a share of those that come under its
/// arithmetic.
void enter_first_touch(Sheet& sheet) {
    const Machine& machine = sheet.facts.machine;
    const BLines b = lines_of_b(sheet);
    const double row =
        comes_under_arithmetic(sheet) ? panels_swept(sheet) * sheet.tiling.k_steps * pace(sheet.terms) : 0;
    const double waits = machine.l2_l3_overlaps ? machine.l1_l2_exposed : 0;
    const double hidden = (1 - waits) * (b.cycles() - exposed(sheet, b.cycles(), row));
    sheet
        .total("T_L2L3(B)", b.cycles() - hidden,
               "lines of B * cy/line + runs * start - what the first row of tiles hides",
               "{:.0f} * {:.1f} + {:.0f} * {:g} - {:.0f}", b.lines, b.cost, b.runs, b.start, hidden)
        .from_afar = true;
}

} // namespace

void enter_panel_again(Sheet& sheet, double lines_a_step) {
    const Machine& machine = sheet.facts.machine;
    const double cycles = lines_a_step * machine.l2_l3_cycles_per_line;
    if (!machine.l2_l3_overlaps)
        return sheet.per_step(Combines::Added, "T_L2L3", cycles, "lines of B * cy/line", "{:.2f} * {:.1f}",
                              lines_a_step, machine.l2_l3_cycles_per_line);
    const bool rows = !sheet.config.pack_b && !reads_panels_in_place(sheet);
    const double runs = rows ? pages_a_run(b_row_stride(sheet.facts)) : 0;
    const double start = run_start_cycles(machine, entries_of_panel(sheet));
    sheet.per_step(Combines::Core, "T_L2L3", cycles + runs * start, "lines of B * cy/line + runs * start",
                   "{:.2f} * {:.1f} + {:.2f} * {:g}", lines_a_step, machine.l2_l3_cycles_per_line, runs,
                   start);
    sheet.per_step(Combines::Added, "T_wait(B)", cycles * machine.l1_l2_exposed,
                   "lines of B * cy/line * share not hidden", "{:.2f} * {:.1f} * {:g}", lines_a_step,
                   machine.l2_l3_cycles_per_line, machine.l1_l2_exposed);
}

void enter_in_place(Sheet& sheet) {
    enter_page_misses(sheet);
    enter_first_touch(sheet);
}

} // namespace autoconfig
