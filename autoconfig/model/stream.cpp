// Transfer terms of stream: one operand passes by in long runs that are fetched ahead, under the arithmetic.
#include "autoconfig/model/transfers.h"

#include "autoconfig/model/symbols.h"

#include <algorithm>
#include <cmath>

namespace autoconfig {

namespace {

/// The result's rows stay in L1 from one block of KC to the next where the sets that they fall on hold them
/// beside as many rows of B; else they come from L2 every time and go back.
void add_rows_of_c(Ledger& ledger, const Contraction& run) {
    const Facts& facts = run.facts;
    const Config& config = run.config;
    const double piece = lines(static_cast<double>(config.NR()) * facts.acc_bytes, facts.machine);
    const double stride = static_cast<double>(std::abs(facts.c_row_step)) * facts.acc_bytes;
    const double rows = static_cast<double>(config.MR + config.KC);
    if (facts.K <= config.KC || piece * rows <= lines_kept(facts.machine.l1, stride, piece)) return;
    ledger.add_per_step("T_L1L2", Resource::L1L2,
                        2 * ledger.q({"lines of C"}, piece * config.MR) /
                            ledger.q(symbol::KC, static_cast<double>(config.KC)) *
                            ledger.q(symbol::L1L2, facts.machine.l1_l2_cycles_per_line),
                        run.tiling.steps);
}

/// Rows of B pass by once for every row of tiles.
void add_along_n(Ledger& ledger, const Contraction& run) {
    add_rows_of_c(ledger, run);
    const Machine& machine = run.facts.machine;
    const double b = lines(static_cast<double>(run.config.NR()) * run.facts.b_bytes, machine);
    ledger.add_per_step("T_L2L3", Resource::L1L2,
                        ledger.q(symbol::lines_of_b, b) *
                            line_cycles(ledger, machine, run.facts.b_total_bytes),
                        run.tiling.steps, beyond_caches(run.facts.b_total_bytes, machine));
}

/// Lines of an operand in a step.
struct Passing {
    double from_l2, from_beyond; // through L1, through L2
    double bytes;                // of the array: says how far beyond
};

/// Of the operand that the outer loop over tiles steps through: its rows come once for all tiles of the inner
/// loop, and from L2 for each of them where L1 does not hold those of both operands.
Passing outer(const Contraction& run, double lines, double total_bytes, double inner_tiles,
              double rows_bytes) {
    const bool stays = fits(rows_bytes, run.facts.machine.l1);
    return {stays ? lines / inner_tiles : lines, lines / inner_tiles, total_bytes};
}

/// Of the other one, all of which passes by again for every such row.
Passing inner(const Contraction& run, double lines, double total_bytes, double outer_row_bytes) {
    const Machine& machine = run.facts.machine;
    const double both = total_bytes + outer_row_bytes;
    return {fits(both, machine.l1) ? 0 : lines, fits(both, machine.l2) ? 0 : lines, both};
}

/// What a line from beyond L2 takes in addition to its way from L2 to L1.
double beyond_l2(const Machine& machine, double bytes) {
    const double all = cycles_per_line(machine, bytes);
    return machine.l2_l3_overlaps ? all : all - machine.l1_l2_cycles_per_line;
}

/// Tiles begin to read rows of the operand of the inner loop: of A, or columns of B where rows are around.
void add_inner_starts(Ledger& ledger, const Contraction& run) {
    const Facts& facts = run.facts;
    const double tiles = run.tiling.tiles;
    if (!run.config.jc_in_ir) return add_row_starts(ledger, run, tiles, run.config.MR, facts.a_row_stride);
    const double step = std::abs(static_cast<double>(facts.problem.b.step(facts.problem.columns())));
    add_row_starts(ledger, run, tiles, static_cast<double>(run.config.NR()), step * facts.b_bytes);
}

/// Panels around rows of tiles, or rows around panels.
void add_along_k(Ledger& ledger, const Contraction& run) {
    const Machine& machine = run.facts.machine;
    const Tiling& tiling = run.tiling;
    const double lanes = run.config.lanes;
    const double a_lines = lines(lanes * tiling.a_step_bytes, machine),
                 b_lines = lines(lanes * run.config.NR() * run.facts.b_bytes, machine);
    const double a_total = run.facts.a_total_bytes, b_total = run.facts.b_total_bytes;
    const double row = tiling.a_step_bytes * lanes * tiling.k_steps;
    const bool rows_around = run.config.jc_in_ir;
    const double rows_of_both = row + tiling.panel_bytes;
    const Passing a = rows_around ? outer(run, a_lines, a_total, tiling.tiles_n, rows_of_both)
                                  : inner(run, a_lines, a_total, tiling.panel_bytes);
    const Passing b = rows_around ? inner(run, b_lines, b_total, row)
                                  : outer(run, b_lines, b_total, tiling.tiles_m, rows_of_both);
    ledger.add_per_step("T_L1L2", Resource::L1L2,
                        (ledger.q(symbol::lines_of_a, a.from_l2) + ledger.q(symbol::lines_of_b, b.from_l2)) *
                            ledger.q(symbol::L1L2, machine.l1_l2_cycles_per_line),
                        tiling.steps);
    for (const auto& [lines, passing] : {std::pair(symbol::lines_of_a, a), std::pair(symbol::lines_of_b, b)})
        ledger.add_per_step("T_L2L3", Resource::Ahead,
                            ledger.q(lines, passing.from_beyond) *
                                ledger.q(symbol::ahead, beyond_l2(machine, passing.bytes)),
                            tiling.steps, beyond_caches(passing.bytes, machine));
    if ((rows_around ? b : a).from_l2 > 0) add_inner_starts(ledger, run);
    if (run.config.pack_b) add_panels_of_b(ledger, run);
}

} // namespace

void add_stream(Ledger& ledger, const Contraction& run) {
    if (run.config.k_vectorised)
        add_along_k(ledger, run);
    else
        add_along_n(ledger, run);
}

} // namespace autoconfig
