// Terms of stream along_k: rows of one operand pass by those of the other in long runs that are fetched
// ahead, under the arithmetic.
#include "autoconfig/model/symbols.h"
#include "autoconfig/model/transfers.h"

#include <cmath>

namespace autoconfig {

namespace {

/// Lines of an operand in a step.
struct Passing {
    double from_l2, from_beyond; // through L1, through L2
    double bytes;                // of the array: says how far beyond
    LinesIn sweeps;
};

/// Of the operand that the outer loop over tiles steps through: its rows come once for all tiles of the inner
/// loop, and from L2 for each of them where L1 does not hold those of both operands.
Passing outer(const Contraction& run, double lines, double total_bytes, double inner_tiles,
              double rows_bytes) {
    const bool stays = fits(rows_bytes, run.facts.machine.l1);
    return {stays ? lines / inner_tiles : lines, lines / inner_tiles, total_bytes, LinesIn::Sweeps};
}

/// Of the other one, all of which passes by again for every such row.
Passing inner(const Contraction& run, double lines, double total_bytes, double outer_row_bytes) {
    const Machine& machine = run.facts.machine;
    const double both = total_bytes + outer_row_bytes;
    return {fits(both, machine.l1) ? 0 : lines, fits(both, machine.l2) ? 0 : lines, both,
            LinesIn::RepeatedSweeps};
}

/// What a line from beyond L2 takes in addition to its way from L2 to L1.
double beyond_l2(const Machine& machine, const Passing& passing) {
    const double all = cycles_per_line(machine, passing.bytes, passing.sweeps);
    return machine.l2_l3_overlaps ? all : all - machine.l1_l2_cycles_per_line;
}

/// Of what passes by again and again each step takes whole lines, so that those that come to L2 have no time
/// between those that go on to L1, also where these go on beside loads. [128x768x3072 f32, transposed B, A
/// from L3, tiles 4x6, 6x4 and 3x4: 30, 32 and 18 cycles a step, where arithmetic takes 24, 24 and 12, lines
/// to L1 20, 20 and 14, lines from L3 9, 14 and 7; EPYC (Zen 4, family 25 model 17, 2 cores, KVM),
/// 2026-11-29]
Resource from_beyond_l2(const Machine& machine, const Passing& passing) {
    const bool again = passing.sweeps == LinesIn::RepeatedSweeps;
    return again && machine.l1_l2_overlaps ? Resource::L1L2 : Resource::Ahead;
}

/// Tiles begin to read rows of the operand of the inner loop: of A, or columns of B where rows are around.
void add_inner_starts(Ledger& ledger, const Contraction& run, bool rows_around) {
    const Facts& facts = run.facts;
    const double tiles = run.tiling.tiles;
    if (!rows_around) return add_row_starts(ledger, run, tiles, run.config.MR, facts.a_row_stride);
    add_row_starts(ledger, run, tiles, static_cast<double>(run.config.NR()), b_column_stride(facts));
}

/// Panels around rows of tiles, or rows around panels.
void add_passing(Ledger& ledger, const Contraction& run, bool rows_around) {
    const Machine& machine = run.facts.machine;
    const Tiling& tiling = run.tiling;
    const double lanes = run.config.lanes;
    const double a_lines = lines(lanes * tiling.a_step_bytes, machine),
                 b_lines = lines(lanes * run.config.NR() * run.facts.b_bytes, machine);
    const double a_total = run.facts.a_total_bytes, b_total = run.facts.b_total_bytes;
    const double row = tiling.a_step_bytes * lanes * tiling.k_steps;
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
        ledger.add_per_step("T_L2L3", from_beyond_l2(machine, passing),
                            ledger.q(lines, passing.from_beyond) *
                                ledger.q(symbol::ahead, beyond_l2(machine, passing)),
                            tiling.steps, beyond_caches(passing.bytes, machine));
    if ((rows_around ? b : a).from_l2 > 0) add_inner_starts(ledger, run, rows_around);
}

} // namespace

void add_terms(Ledger& ledger, const Contraction& run, const AlongK& along_k) {
    add_in_core(ledger, run);
    add_passing(ledger, run, along_k.jc_in_ir);
    if (along_k.pack_b) add_panels_of_b(ledger, run);
    add_tile(ledger, run);
    add_out(ledger, run);
    add_epilogue(ledger, run);
}

} // namespace autoconfig
