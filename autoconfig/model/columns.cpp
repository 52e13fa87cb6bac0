// Columns of the result: a panel's pieces of all rows, or of a block of them, are written before the next
// panel's. Where rows begin a page apart, or half of one, their lines fall on few sets of L1, and lines that
// go to one set come one after the other.
#include "autoconfig/model/symbols.h"
#include "autoconfig/model/transfers.h"

#include <algorithm>
#include <cmath>

namespace autoconfig {

namespace {

/// Lines of a piece: NR columns, or NC of several panels.
double lines_of_piece(const Contraction& run) {
    return lines(static_cast<double>(run.tiling.block.NC) * run.facts.out_bytes, run.facts.machine);
}

double lines_of_column(const Contraction& run) {
    const Facts& facts = run.facts;
    const double columns = static_cast<double>(facts.N * facts.outer_columns) * run.tiling.products;
    return facts.problem.result_elements() / columns / run.tiling.row_blocks * lines_of_piece(run);
}

/// Sets of L1 that a column's pieces fall on.
double sets_of_column(const Contraction& run) {
    const double row_bytes = std::abs(static_cast<double>(run.facts.c_row_step)) * run.facts.out_bytes;
    return sets_taken(run.facts.machine.l1, row_bytes, lines_of_piece(run));
}

/// Sets that stores wait for at a time: those of a column, or of as many as the stores that can wait lie in.
double sets_at_a_time(const Contraction& run) {
    return sets_of_column(run) * std::max(1.0, run.facts.machine.store_entries / lines_of_column(run));
}

/// Are columns written of which L1 does not keep the lines until the next one, beside them, is written? It
/// would have fetched that one's, too.
bool columns_pass_by(const Contraction& run) {
    if (!run.config.is<RegisterTile>() || run.config.jc_in_ir() || run.tiling.tiles_n <= 1) return false;
    return lines_of_column(run) > sets_of_column(run) * run.facts.machine.l1.ways;
}

double lines_of_row_of_b(const Contraction& run) {
    return lines(static_cast<double>(run.config.NR() * run.facts.b_bytes), run.facts.machine);
}

double sets_of_row_of_b(const Contraction& run) {
    return sets_taken(run.facts.machine.l1, b_row_stride(run.facts), lines_of_row_of_b(run));
}

/// Rows of B that columns push out of L1 between one tile and the next come back from L2.
void add_rows_pushed_out(Ledger& ledger, const Contraction& run) {
    const double share = 1 - 1 / run.tiling.tiles_m_block; // the first row of tiles is apart
    ledger.add_per_step("T_L1L2", Resource::Runs,
                        ledger.q(symbol::lines_of_b, lines_of_row_of_b(run) * share) *
                            ledger.q({"L2 latency", cycles_unit}, run.facts.machine.l2_latency_cycles) /
                            ledger.q({"sets"}, sets_of_row_of_b(run)),
                        run.tiling.steps);
}

} // namespace

/// Beside the panel, L1 has to keep lines of the tile that is written and of the next one, which are fetched
/// ahead, and one that A streams through. [256x1024x8 f32: tiles 2x8 38 us with rows of B in place, 17 with
/// panels packed; 512x512x16: 8x2 75 and 34, 2x8 33 and 35; EPYC (Zen 5, family 26 model 2, 2 cores, KVM),
/// 2026-11-28]
bool columns_push_out_panel(const Contraction& run) {
    if (!columns_pass_by(run) || run.config.pack_b() || reads_panels_in_place(run)) return false;
    const int most = run.facts.machine.l1.ways - 1;
    const double panel = static_cast<double>(run.facts.K) * lines_of_row_of_b(run) / sets_of_row_of_b(run);
    const double written = 2 * run.config.MR * lines_of_piece(run) / sets_of_column(run);
    return panel <= most && panel + written > most;
}

/// Stores leave in order, so that lines of one set hold up all of them. [columns of 264 rows 4096 bytes
/// apart, 1, 2, 4 and 8 lines a row: 29, 18, 9 and 2 cycles a line; 2048 bytes: 22, 8, 2 and 2; 4160 bytes:
/// 2, as the stream; EPYC (Zen 5, family 26 model 2, 2 cores, KVM), 2026-11-28]
void add_columns(Ledger& ledger, const Contraction& run) {
    const Machine& machine = run.facts.machine;
    if (!columns_pass_by(run) || machine.set_fill_cycles == 0) return;
    ledger.add("T_out", Resource::Runs, Phase::AllSteps,
               ledger.q(symbol::lines_of_out, lines(bytes_of_result(run.facts), machine)) *
                   ledger.q({"set fill", cycles_unit}, machine.set_fill_cycles) /
                   ledger.q({"sets"}, sets_at_a_time(run)));
    if (columns_push_out_panel(run)) add_rows_pushed_out(ledger, run);
}

} // namespace autoconfig
