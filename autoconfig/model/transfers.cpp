// Transfer terms: bringing A and B from where they live to L1.
#include "autoconfig/model/transfers.h"

#include "autoconfig/model/step_lines.h"

#include <algorithm>
#include <cmath>

namespace autoconfig {

namespace {

/// B that a thread reads: of its own products or panels, call after call, or all.
double b_of_thread(const Sheet& sheet) {
    const Config& config = sheet.config;
    const bool own_panels = config.parallel == ParallelLoop::Jc && sheet.facts.b_panel > 0 &&
                            config.tasks <= sheet.facts.machine.cores;
    const double share = config.parallel == ParallelLoop::Batch ? sheet.tiling.share : 1;
    return sheet.facts.b_total_bytes * (own_panels ? 1.0 / config.tasks : share);
}

/// From one sweep over B to the next, and from call to call: up to three quarters of L2, as pages share the
/// sets out by chance. [fitted on conv 1x1 7x7 320->1280 f32, 1.6 MB of weights for an L2 of 2 MB, 2 threads:
/// 156 us where each sweeps over all of them, 135 where over half, reference machine (Xeon, Emerald Rapids,
/// model 207, 2 cores, KVM), 2026-11-21]
bool b_stays_in_l2(const Sheet& sheet) {
    return b_of_thread(sheet) <= 0.75 * static_cast<double>(sheet.facts.machine.l2.bytes);
}

/// Cycles for a line of B to come from where it lives.
double b_cycles_per_line(const Sheet& sheet) {
    const double beyond_l2 = static_cast<double>(sheet.facts.machine.l2.bytes) + 1;
    const double b = b_of_thread(sheet);
    return cycles_per_line(sheet.facts.machine, b_stays_in_l2(sheet) ? b : std::max(b, beyond_l2));
}

/// Rows of B panels, each a run of NR elements, or NC of panels packed together: a new page for all of them,
/// or for as many as the stride passes.
double page_runs(const Sheet& sheet) {
    if (!sheet.facts.b_contiguous_in_n ||
        sheet.facts.b_total_bytes <= static_cast<double>(sheet.facts.machine.l2.bytes))
        return 0;
    const double pages_a_row = pages_a_run(b_row_stride(sheet.facts));
    return blocks_swept(sheet) * static_cast<double>(sheet.facts.K) * pages_a_row;
}

/// Entries of a TLB that are taken before a panel's next neighbour is read on the same pages: by its own, or
/// by all where K is in blocks and transfers do not overlap. [in blocks, 4x16384x4096 f32 gains nothing from
/// few pages at a time: 1.4 of the time of stream, reference machine (Xeon, Emerald Rapids, model 207, 2
/// cores, KVM), 2026-11-21; 16x4096x4096 f32 is the faster the fewer: 6.4 ms in panels of 4096 rows, 5.8 of
/// 373, 5.2 of 187, EPYC (Zen 5, family 26 model 2, 2 cores, KVM), 2026-11-22]
double entries_between_panels(const Sheet& sheet) {
    if (sheet.facts.machine.l2_l3_overlaps) return entries_of_panel(sheet);
    return sheet.config.strategy == Strategy::Blocked ? sheet.facts.bytes_once / page_bytes
                                                      : pages_of_panel(sheet);
}

/// What lines of A that come from L3 again for the next panels keep tiles waiting. [fitted on 992^3, 1024^3,
/// 512x4096x1024 and 1024x2048x512 f32 for 1 MB of L2, 4 panels packed together against one at a time: 1.5,
/// 1.5, 3.4 and 1.8 cycles a line, reference machine (Xeon, Emerald Rapids, model 207, 2 cores, KVM),
/// 2026-11-21]
constexpr double a_waits_cycles = 1.5;

/// The share of a plain product's A that L2 has not kept from one panel to the next: caches that do not evict
/// strictly what was used last keep as much as they hold.
double comes_again(const Sheet& sheet) {
    if (sheet.tiling.tiles_n <= 1 || sheet.facts.part_of_a_a_panel || sheet.facts.outer_rows > 1) return 0;
    return std::max(1 - static_cast<double>(sheet.facts.machine.l2.bytes) / sheet.facts.a_total_bytes, 0.0);
}

/// Cycles for a line of A, in long runs fetched ahead, from L3 or, where that does not hold it, from memory.
/// Panels within rows read A from end to end, as a stream of its own.
double a_cycles_per_line(const Sheet& sheet) {
    const Machine& machine = sheet.facts.machine;
    if (sheet.config.jc_in_ir) return cycles_per_line(machine, sheet.facts.bytes_once * sheet.tiling.share);
    const double bytes = sheet.facts.a_total_bytes * sheet.tiling.share;
    const bool from_memory = bytes > static_cast<double>(machine.l2.bytes + machine.l3.bytes);
    return std::max(machine.l3_stream_cycles_per_line, from_memory ? cycles_per_line(machine, bytes) : 0);
}

/// Rows of A come from beyond L2 under the arithmetic.
void enter_step_transfers(Sheet& sheet, const StepLines& step) {
    const Machine& machine = sheet.facts.machine;
    const double l1_l2 = machine.l1_l2_cycles_per_line;
    sheet.per_step(l1_l2_combines(machine), "T_L1L2", step.from_l2() * l1_l2, "lines of A and B * cy/line",
                   "({:.2f} + {:.2f}) * {:.1f}", step.a_from_l2, step.b_from_l2, l1_l2);
    enter_wait(sheet, step.from_l2() - (machine.l2_l3_overlaps ? step.b_from_l3 : 0));
    const double l3 = a_cycles_per_line(sheet);
    if (step.a_from_l3 > 0) {
        sheet.per_step(Combines::Core, "T_L3(A)", step.a_from_l3 * l3, "lines of A * cy/line fetched ahead",
                       "{:.2f} * {:g}", step.a_from_l3, l3);
        const double again = comes_again(sheet);
        if (again > 0)
            sheet.per_step(Combines::Added, "T_wait(A)", step.a_from_l3 * again * a_waits_cycles,
                           "lines of A * share that comes again * cy/line not hidden",
                           "{:.2f} * {:.2f} * {:g}", step.a_from_l3, again, a_waits_cycles);
    }
    if (step.b_from_l3 > 0) enter_panel_again(sheet, step.b_from_l3);
}

/// A that stays in L2 for all panels, or blocks of it, came from beyond with the first of them, under its
/// arithmetic.
void enter_first_sweep(Sheet& sheet) {
    const Facts& facts = sheet.facts;
    const Machine& machine = facts.machine;
    if (facts.a_total_bytes * sheet.tiling.share <= static_cast<double>(machine.l2.bytes)) return;
    const bool blocked = sheet.config.strategy == Strategy::Blocked;
    const double sweeps = blocked ? static_cast<double>(ceil_div(facts.N, sheet.config.NC)) : 1;
    const double all = sweeps * lines(facts.a_total_bytes, machine) * sheet.tiling.products;
    const double panel = std::min(sweeps * sheet.tiling.steps / sheet.tiling.tiles_n * pace(sheet.terms),
                                  free_arithmetic(sheet));
    const double a_line = a_cycles_per_line(sheet);
    sheet
        .total("T_L3(A)", exposed(sheet, all * a_line, panel),
               "max(lines of A * cy/line fetched ahead - what is free of the first panel, 0)",
               "max({:.0f} * {:g} - {:.0f}, 0)", all, a_line, panel)
        .from_afar = true;
}

} // namespace

double a_row_stride(const Facts& facts) {
    return std::abs(static_cast<double>(facts.a_row_step)) * facts.a_bytes;
}

double tiles_begun(const Sheet& sheet) {
    const bool blocked = sheet.config.strategy == Strategy::Blocked;
    return sheet.tiling.tiles * (blocked ? static_cast<double>(ceil_div(sheet.facts.K, sheet.config.KC)) : 1);
}

double b_row_stride(const Facts& facts) {
    const int k = facts.problem.innermost(Role::K);
    return k < 0 ? 0 : std::abs(static_cast<double>(facts.problem.b.step(k))) * facts.b_bytes;
}

double pages_a_run(double stride_bytes) { return std::min(1.0, stride_bytes / page_bytes); }

double pages_of_panel(const Sheet& sheet) {
    return pages_a_run(b_row_stride(sheet.facts)) *
           static_cast<double>(std::min(sheet.config.KC, sheet.facts.K));
}

double entries_of_panel(const Sheet& sheet) {
    const auto pages_a_row = static_cast<std::int64_t>(b_row_stride(sheet.facts) / page_bytes);
    const std::int64_t apart = std::max<std::int64_t>(pages_a_row & -pages_a_row, 1);
    return pages_of_panel(sheet) * static_cast<double>(apart) + 1;
}

bool reads_panels_in_place(const Sheet& sheet) { return sheet.facts.b_panel == sheet.config.NR(); }

double lines(double bytes, const Machine& machine) { return bytes / machine.l1.line_bytes; }

double sweeps(const Sheet& sheet) {
    if (sheet.config.pack_b || !b_stays_in_l2(sheet))
        if (sheet.config.RB > 0) return sheet.tiling.row_blocks;
    if (sheet.config.strategy != Strategy::Blocked || sheet.facts.in_place) return 1;
    return std::ceil(static_cast<double>(sheet.facts.M) / static_cast<double>(sheet.config.MC));
}

double panels_swept(const Sheet& sheet) {
    return sheet.tiling.tiles_n * sheet.tiling.products * sweeps(sheet);
}

double blocks_swept(const Sheet& sheet) {
    return std::ceil(sheet.tiling.tiles_n / sheet.config.panels()) * sheet.tiling.products * sweeps(sheet);
}

BLines lines_of_b(const Sheet& sheet) {
    return {sweeps(sheet) * lines(sheet.facts.b_total_bytes, sheet.facts.machine), b_cycles_per_line(sheet),
            page_runs(sheet), run_start_cycles(sheet.facts.machine, entries_between_panels(sheet))};
}

double cycles_per_line(const Machine& machine, double bytes) {
    double cycles = machine.l1_l2_cycles_per_line;
    const auto add = [&](double link) {
        cycles = machine.l2_l3_overlaps ? std::max(cycles, link) : cycles + link;
    };
    if (bytes > static_cast<double>(machine.l2.bytes)) add(machine.l2_l3_cycles_per_line);
    if (bytes > static_cast<double>(machine.l2.bytes + machine.l3.bytes)) add(machine.l3_mem_cycles_per_line);
    return cycles;
}

double run_start_cycles(const Machine& machine, double pages) {
    return machine.run_start_cycles + (pages <= machine.tlb2_entries ? 0 : machine.page_walk_cycles);
}

Combines l1_l2_combines(const Machine& machine) {
    return machine.l1_l2_overlaps ? Combines::Data : Combines::Added;
}

void enter_transfers(Sheet& sheet) {
    if (sheet.config.strategy == Strategy::Stream) return enter_stream(sheet);
    if (sheet.config.pack_a) enter_copy(sheet);
    const StepLines step = step_lines(sheet);
    enter_step_transfers(sheet, step);
    if (step.a_from_l2 > 0 && !sheet.facts.vector_a)
        enter_row_starts(sheet, step.begun * tiles_begun(sheet), sheet.config.MR, a_row_stride(sheet.facts));
    if (step.a_from_l3 == 0 && !sheet.config.pack_a && !sheet.facts.part_of_a_a_panel)
        enter_first_sweep(sheet);
    if (sheet.config.pack_b) return enter_panels(sheet);
    enter_in_place(sheet);
}

} // namespace autoconfig
