// Columns of the result: a panel's pieces of all rows, or of a block of them, are written before the next
// panel's. What neighbours share comes for each of them, rows on pages of their own begin anew; and where
// rows begin a page apart, or half of one, their lines fall on few sets of L1, and lines that go to one set
// come one after the other.
#include "autoconfig/model/symbols.h"

#include "autoconfig/allocation_limits.h"
#include "autoconfig/model/transfers.h"

#include <algorithm>
#include <cmath>

namespace autoconfig {

namespace {

/// Of the result, from one to the next.
double row_bytes(const Facts& facts) {
    return std::abs(static_cast<double>(facts.c_row_step)) * facts.out_bytes;
}

/// Of the result, in all products.
double rows(const Facts& facts) {
    return facts.problem.result_elements() / static_cast<double>(facts.N * facts.outer_columns);
}

/// Lines of a piece: NR columns, or NC of several panels.
double lines_of_piece(const Contraction& run) {
    return lines(static_cast<double>(run.tiling.block.NC) * run.facts.out_bytes, run.facts.machine);
}

/// Is the result written panel by panel, in pieces of rows, each panel's pieces of all rows before the next
/// one's?
bool writes_columns(const Contraction& run) { return run.tiling.tiles_n > 1 && run.config.RB() == 0; }

/// Lines that a piece of NR columns, or NC of several panels, touches / lines that it fills, where rows of
/// the result do not begin with a line, or where lines come in pairs and leave L2 before the next panel goes
/// on with them. [2048x512x13 f32: pieces of 1, 3, 5 and 7 lines take 1.75, 1.25, 1.4 and 1.45 of the time of
/// 2 and 4; 300x300x4: of 1, 2 and 4 lines 57, 43 and 33 thousand cycles; reference machine (Xeon, Emerald
/// Rapids, model 207, 2 cores, KVM), 2026-11-21]
double touched_by_piece(const Contraction& run) {
    const Facts& facts = run.facts;
    if (!writes_columns(run) || facts.row_loop > 1) return 1;
    const double piece = lines_of_piece(run);
    if (std::fmod(row_bytes(facts), facts.machine.l1.line_bytes) != 0) return (piece + 1) / piece;
    const bool in_pairs = facts.machine.fetches_pairs && !fits(bytes_of_result(facts), facts.machine.l2);
    return in_pairs ? 2 * std::ceil(piece / 2) / piece : 1;
}

/// Pieces of NR columns that leave L2 before the next panel writes their neighbours: where lines come in
/// pairs, every neighbour comes once in vain. [fitted on 1x1 convolutions 112x112 16->96 and 56x56 64->256
/// f32, row blocks against none: 6.5 and 6.3 cycles a line, reference machine (Xeon, Emerald Rapids, model
/// 207, 2 cores, KVM), 2026-11-21]
bool neighbours_leave(const Contraction& run) {
    const Facts& facts = run.facts;
    if (!facts.machine.fetches_pairs || run.tiling.tiles_n <= 1) return false;
    if (facts.row_loop == 1) return false; // one loop only has no blocks to choose
    return !fits(2 * bytes_of_result(facts) / run.tiling.row_blocks, facts.machine.l2);
}

/// Rows of tiles, each a run of NR elements, where the result's own rows lie on a page each and leave L2
/// before the next panel goes on with them. [rows of 4 KiB, 1024x1024x16 f32: 16 cycles a run; rows of 2 KiB,
/// 2048x512x13: none, reference machine (Xeon, Emerald Rapids, model 207, 2 cores, KVM), 2026-11-21]
double runs_of_out(const Contraction& run) {
    const Facts& facts = run.facts;
    if (!writes_columns(run) || row_bytes(facts) < page_bytes ||
        fits(bytes_of_result(facts) * run.tiling.share, facts.machine.l2))
        return 0;
    return rows(facts) * run.tiling.tiles_n / run.config.panels();
}

/// T_start, T_out: beginning these runs, and bringing these neighbours.
void add_pieces(Ledger& ledger, const Contraction& run) {
    const Machine& machine = run.facts.machine;
    const double bytes = bytes_of_result(run.facts), from = touched_since(run, bytes * run.tiling.share);
    ledger.add("T_start", Resource::Runs, Phase::AllSteps,
               ledger.q({"runs of out"}, runs_of_out(run)) *
                   ledger.q(symbol::start, run_start_cycles(machine, static_cast<double>(run.facts.M))));
    if (neighbours_leave(run))
        ledger.add("T_out", Resource::L2L3, Phase::AllSteps,
                   ledger.q({"lines in vain"}, lines(bytes, machine)) * line_cycles(ledger, machine, from));
}

double lines_of_column(const Contraction& run) {
    return rows(run.facts) / run.tiling.products / run.tiling.row_blocks * lines_of_piece(run);
}

/// Sets of L1 that a column's pieces fall on.
double sets_of_column(const Contraction& run) {
    return sets_taken(run.facts.machine.l1, row_bytes(run.facts), lines_of_piece(run));
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

/// Stores leave in order, so that lines of one set hold up all of them. [columns of 264 rows 4096 bytes
/// apart, 1, 2, 4 and 8 lines a row: 29, 18, 9 and 2 cycles a line; 2048 bytes: 22, 8, 2 and 2; 4160 bytes:
/// 2, as the stream; EPYC (Zen 5, family 26 model 2, 2 cores, KVM), 2026-11-28]
void add_fills_of_sets(Ledger& ledger, const Contraction& run) {
    const Machine& machine = run.facts.machine;
    if (!columns_pass_by(run) || machine.set_fill_cycles == 0) return;
    ledger.add("T_out", Resource::Runs, Phase::AllSteps,
               ledger.q(symbol::lines_of_out, lines(bytes_of_result(run.facts), machine)) *
                   ledger.q({"set fill", cycles_unit}, machine.set_fill_cycles) /
                   ledger.q({"sets"}, sets_at_a_time(run)));
    if (columns_push_out_panel(run)) add_rows_pushed_out(ledger, run);
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

void add_columns(Ledger& ledger, const Contraction& run) {
    add_out(ledger, run, touched_by_piece(run));
    add_pieces(ledger, run);
    add_fills_of_sets(ledger, run);
}

} // namespace autoconfig
