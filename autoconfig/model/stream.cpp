// Transfer terms of stream: one operand passes by in long runs that are fetched ahead, under the arithmetic.
#include "autoconfig/model/transfers.h"

#include <algorithm>
#include <cmath>

namespace autoconfig {

namespace {

/// The result's rows stay in L1 from one block of KC to the next where the sets that they fall on hold them
/// beside as many rows of B; else they come from L2 every time and go back.
void enter_rows_of_c(Sheet& sheet) {
    const Facts& facts = sheet.facts;
    const Config& config = sheet.config;
    const double run = lines(static_cast<double>(config.NR()) * facts.acc_bytes, facts.machine);
    const double stride = static_cast<double>(std::abs(facts.c_row_step)) * facts.acc_bytes;
    const double rows = static_cast<double>(config.MR + config.KC);
    if (facts.K <= config.KC || run * rows <= lines_kept(facts.machine.l1, stride, run)) return;
    const double moved = 2 * run * config.MR / static_cast<double>(config.KC);
    sheet.per_step(l1_l2_combines(facts.machine), "T_L1L2(C)", moved * facts.machine.l1_l2_cycles_per_line,
                   "2 * lines of C / KC * cy/line, as its rows share sets of L1", "2 * {:.0f} / {} * {:.1f}",
                   run * config.MR, config.KC, facts.machine.l1_l2_cycles_per_line);
}

/// Rows of B pass by once for every row of tiles.
void enter_along_n(Sheet& sheet) {
    enter_rows_of_c(sheet);
    const double b = lines(static_cast<double>(sheet.config.NR()) * sheet.facts.b_bytes, sheet.facts.machine);
    const double cost = cycles_per_line(sheet.facts.machine, sheet.facts.b_total_bytes);
    sheet.per_step(Combines::Data, "T_L3", b * cost, "lines of B * cy/line", "{:.2f} * {:.1f}", b, cost);
}

/// Lines of an operand in a step.
struct Passing {
    double from_l2, from_beyond; // through L1, through L2
    double cost;                 // cycles a line from beyond L2
};

/// Of the operand that the outer loop over tiles steps through: its rows come once for all tiles of the inner
/// loop, and from L2 for each of them where L1 does not hold those of both operands.
Passing outer(const Sheet& sheet, double lines, double total_bytes, double inner_tiles, double rows_bytes) {
    const Machine& machine = sheet.facts.machine;
    const bool stays = rows_bytes <= static_cast<double>(machine.l1.bytes);
    const double to_l1 = machine.l2_l3_overlaps ? 0 : machine.l1_l2_cycles_per_line;
    return {stays ? lines / inner_tiles : lines, lines / inner_tiles,
            cycles_per_line(machine, total_bytes) - to_l1};
}

/// Of the other one, all of which passes by again for every such row.
Passing inner(const Sheet& sheet, double lines, double total_bytes, double outer_row_bytes) {
    const Machine& machine = sheet.facts.machine;
    const double both = total_bytes + outer_row_bytes;
    return {both <= static_cast<double>(machine.l1.bytes) ? 0 : lines,
            both <= static_cast<double>(machine.l2.bytes) ? 0 : lines, machine.l2_l3_cycles_per_line};
}

/// Tiles begin to read rows of the operand of the inner loop: of A, or columns of B where rows are around.
void enter_inner_starts(Sheet& sheet) {
    const Facts& facts = sheet.facts;
    const double tiles = sheet.tiling.tiles;
    if (!sheet.config.jc_in_ir) return enter_row_starts(sheet, tiles, sheet.config.MR, a_row_stride(facts));
    const double step = std::abs(static_cast<double>(facts.problem.b.step(facts.problem.columns())));
    enter_row_starts(sheet, tiles, static_cast<double>(sheet.config.NR()), step * facts.b_bytes);
}

/// Panels around rows of tiles, or rows around panels.
void enter_along_k(Sheet& sheet) {
    const Machine& machine = sheet.facts.machine;
    const Tiling& tiling = sheet.tiling;
    const double lanes = sheet.config.lanes, l1_l2 = machine.l1_l2_cycles_per_line;
    const double a_lines = lines(lanes * tiling.a_step_bytes, machine),
                 b_lines = lines(lanes * sheet.config.NR() * sheet.facts.b_bytes, machine);
    const double a_total = sheet.facts.a_total_bytes, b_total = sheet.facts.b_total_bytes;
    const double row = tiling.a_step_bytes * lanes * tiling.k_steps;
    const bool rows_around = sheet.config.jc_in_ir;
    const double rows_of_both = row + tiling.panel_bytes;
    const Passing a = rows_around ? outer(sheet, a_lines, a_total, tiling.tiles_n, rows_of_both)
                                  : inner(sheet, a_lines, a_total, tiling.panel_bytes);
    const Passing b = rows_around ? inner(sheet, b_lines, b_total, row)
                                  : outer(sheet, b_lines, b_total, tiling.tiles_m, rows_of_both);
    sheet.per_step(l1_l2_combines(machine), "T_L1L2", (a.from_l2 + b.from_l2) * l1_l2,
                   "lines of A and B * cy/line", "({:.2f} + {:.2f}) * {:.1f}", a.from_l2, b.from_l2, l1_l2);
    const double beyond = a.from_beyond * a.cost + b.from_beyond * b.cost;
    enter_wait(sheet, std::max(a.from_l2 + b.from_l2 - beyond / l1_l2, 0.0));
    // Long runs: where transfers overlap, also with the loads of what has come.
    sheet.per_step(machine.l2_l3_overlaps ? Combines::Core : Combines::Data, "T_L3", beyond,
                   "lines of A * cy/line + lines of B * cy/line", "{:.2f} * {:.1f} + {:.2f} * {:.1f}",
                   a.from_beyond, a.cost, b.from_beyond, b.cost);
    if ((rows_around ? b : a).from_l2 > 0) enter_inner_starts(sheet);
    if (sheet.config.pack_b) enter_panels(sheet);
}

} // namespace

void enter_stream(Sheet& sheet) {
    if (sheet.config.k_vectorised)
        enter_along_k(sheet);
    else
        enter_along_n(sheet);
}

} // namespace autoconfig
