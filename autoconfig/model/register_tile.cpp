// Terms of register_tile: among them what becomes of a result that is written in pieces, panel by panel.
#include "autoconfig/model/symbols.h"
#include "autoconfig/model/transfers.h"

#include <algorithm>
#include <cmath>

namespace autoconfig {

namespace {

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
    const double line = facts.machine.l1.line_bytes;
    const double row_bytes = std::abs(static_cast<double>(facts.c_row_step)) * facts.out_bytes;
    const double piece = static_cast<double>(run.tiling.block.NC) * facts.out_bytes / line;
    if (std::fmod(row_bytes, line) != 0) return (piece + 1) / piece;
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
    const double row_bytes = std::abs(static_cast<double>(facts.c_row_step)) * facts.out_bytes;
    if (!writes_columns(run) || row_bytes < page_bytes ||
        fits(bytes_of_result(facts) * run.tiling.share, facts.machine.l2))
        return 0;
    const auto columns = static_cast<double>(facts.N * facts.outer_columns);
    return facts.problem.result_elements() / columns * run.tiling.tiles_n / run.config.panels();
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

} // namespace

void add_terms(Ledger& ledger, const Contraction& run, const RegisterTile& /*tile*/) {
    add_in_core(ledger, run);
    add_transfers(ledger, run);
    add_tile(ledger, run);
    add_out(ledger, run, touched_by_piece(run));
    add_pieces(ledger, run);
    add_columns(ledger, run);
    add_epilogue(ledger, run);
}

} // namespace autoconfig
