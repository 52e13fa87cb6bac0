// Terms of what comes before and after the inner loop: the tile, its block, the result and the epilogue.
#include "autoconfig/model/transfers.h"

#include <algorithm>
#include <cmath>

namespace autoconfig {

namespace {

/// A loop exit that the branch predictor misses, and filling the multiply-add pipeline again.
constexpr double loop_exit_cycles = 20;

/// Blocks of the result are read and written once a K block.
void enter_block(Sheet& sheet) {
    if (sheet.config.strategy != Strategy::Blocked) return;
    const Facts& facts = sheet.facts;
    const double K_blocks = static_cast<double>(ceil_div(facts.K, sheet.config.KC));
    const double bytes = result_elements(facts) * facts.acc_bytes;
    const double block =
        facts.in_place
            ? bytes
            : static_cast<double>(sheet.config.MC * facts.outer_rows * sheet.config.NC * facts.acc_bytes);
    const double lines = bytes / facts.machine.l1.line_bytes;
    const double cost = cycles_per_line(facts.machine, block);
    sheet.total("T_block", K_blocks * lines * 2 * cost, "K blocks * lines of C * 2 * cy/line",
                "{:.0f} * {:.0f} * 2 * {:.1f}", K_blocks, lines, cost);
}

double out_bytes(const Facts& facts) { return result_elements(facts) * facts.out_bytes; }

/// Bytes from one row of the result to the next.
double row_bytes(const Facts& facts) {
    return std::abs(static_cast<double>(facts.c_row_step)) * facts.out_bytes;
}

/// Are rows of the result written in pieces, panel by panel?
bool writes_pieces(const Sheet& sheet) {
    return sheet.config.strategy == Strategy::RegisterTile && sheet.tiling.tiles_n > 1;
}

/// And each panel's pieces of all rows before the next one's?
bool writes_columns(const Sheet& sheet) { return writes_pieces(sheet) && sheet.config.RB == 0; }

/// Pieces of NR columns that leave L2 before the next panel writes their neighbours: lines are fetched in
/// pairs, so every neighbour comes once in vain. [fitted on 1x1 convolutions 112x112 16->96 and 56x56 64->256
/// f32, row blocks against none: 6.5 and 6.3 cycles a line, reference machine (Xeon, Emerald Rapids, model
/// 207, 2 cores, KVM), 2026-11-21]
bool neighbours_leave(const Sheet& sheet) {
    const Facts& facts = sheet.facts;
    if (!writes_pieces(sheet) || facts.row_loop == 1) return false; // one loop only has no blocks to choose
    return 2 * out_bytes(facts) / sheet.tiling.row_blocks > static_cast<double>(facts.machine.l2.bytes);
}

/// Rows of tiles, each a run of NR elements, where the result's own rows lie on a page each and leave L2
/// before the next panel goes on with them. [rows of 4 KiB, 1024x1024x16 f32: 16 cycles a run; rows of 2 KiB,
/// 2048x512x13: none, reference machine (Xeon, Emerald Rapids, model 207, 2 cores, KVM), 2026-11-21]
double runs_of_out(const Sheet& sheet) {
    const Facts& facts = sheet.facts;
    const double bytes = out_bytes(facts) * sheet.tiling.share;
    if (!writes_columns(sheet) || row_bytes(facts) < page_bytes ||
        bytes <= static_cast<double>(facts.machine.l2.bytes))
        return 0;
    return result_elements(facts) / static_cast<double>(facts.N) * sheet.tiling.tiles_n /
           sheet.config.panels();
}

/// Lines that a piece of NR columns, or NC of several panels, touches / lines that it fills, where rows of
/// the result do not begin with a line, or where they leave L2 before the next panel goes on with them, which
/// fetches them in pairs. [2048x512x13 f32: pieces of 1, 3, 5 and 7 lines take 1.75, 1.25, 1.4 and 1.45 of
/// the time of 2 and 4; 300x300x4: of 1, 2 and 4 lines 57, 43 and 33 thousand cycles; reference machine
/// (Xeon, Emerald Rapids, model 207, 2 cores, KVM), 2026-11-21]
double touched_by_piece(const Sheet& sheet) {
    const Facts& facts = sheet.facts;
    if (!writes_columns(sheet) || facts.row_loop > 1) return 1;
    const double line = facts.machine.l1.line_bytes;
    const double piece = sheet.config.panels() * sheet.config.NR() * facts.out_bytes / line;
    if (std::fmod(row_bytes(facts), line) != 0) return (piece + 1) / piece;
    const bool leave = out_bytes(facts) > static_cast<double>(facts.machine.l2.bytes);
    return leave ? 2 * std::ceil(piece / 2) / piece : 1;
}

/// Written lines are read first (write-allocate) and evicted from L1; what L2 evicts goes beside. Those that
/// groups share come for each of them, unless these follow each other within rows. All of it runs under the
/// arithmetic that hides no other transfer, but for what is read in vain. [2048x512x13, 300x300x4, conv 3x3
/// 224x224 3->64 and 1x1 56x56 64->256 f32 take the time of their arithmetic and tiles, reference machine
/// (Xeon, Emerald Rapids, model 207, 2 cores, KVM), 2026-11-21]
void enter_out(Sheet& sheet) {
    const Facts& facts = sheet.facts;
    const double bytes = out_bytes(facts);
    const double groups = sheet.config.jc_in_ir ? 1 : facts.group_lines_out;
    const double lines = bytes / facts.machine.l1.line_bytes * groups * touched_by_piece(sheet);
    const double cost = cycles_per_line(facts.machine, bytes * sheet.tiling.share);
    const double passes = facts.in_place && sheet.config.strategy != Strategy::Stream ? 2 : 1;
    const double each = passes * (cost + facts.machine.l1_l2_cycles_per_line);
    const double arithmetic = std::max(free_arithmetic(sheet), 0.0);
    const double again = lines * (1 - 1 / groups);
    const double in_vain = (neighbours_leave(sheet) ? lines * cost : 0) + again * each;
    const double runs = runs_of_out(sheet),
                 start = run_start_cycles(facts.machine, static_cast<double>(facts.M));
    sheet
        .total(
            "T_out", exposed(sheet, (lines - again) * each, arithmetic) + in_vain + runs * start,
            "max(lines of out * cy/line - arithmetic, 0) + lines in vain and again * cy/line + runs * start",
            "max({:.0f} * {:.1f} - {:.0f}, 0) + {:.0f} + {:.0f} * {:g}", lines - again, each, arithmetic,
            in_vain, runs, start)
        .from_afar = true;
}

void enter_epilogue(Sheet& sheet) {
    const Facts& facts = sheet.facts;
    const double ops = facts.problem.epilogue_ops_per_element;
    if (ops == 0) return;
    const double vectors = result_elements(facts) * (1 + sheet.tiling.waste) / facts.lanes;
    sheet.total("T_epilogue", vectors * ops / facts.mac.per_cycle, "vectors of out * operations / N_fma",
                "{:.0f} * {:g} / {:g}", vectors, ops, facts.mac.per_cycle);
}

} // namespace

double result_elements(const Facts& facts) {
    return static_cast<double>(facts.M * facts.outer_rows * facts.N * facts.outer_columns * facts.batch);
}

void enter_tile(Sheet& sheet) {
    const Machine& machine = sheet.facts.machine;
    const Config& config = sheet.config;
    if (config.strategy == Strategy::Stream && !config.k_vectorised) {
        const double rows =
            sheet.tiling.tiles * config.MR * std::ceil(sheet.tiling.k_steps / static_cast<double>(config.KC));
        sheet.total("T_tile", rows * loop_exit_cycles, "rows of C * K blocks * loop exit", "{:.0f} * {:g}",
                    rows, loop_exit_cycles);
        return;
    }
    const double vectors = config.MR * config.n_v;
    const double load = 1 / machine.loads_per_cycle, store = 1 / machine.stores_per_cycle;
    const double copied = config.fills_panels ? load + store : 0;
    const bool sums_lanes = config.k_vectorised || config.b_rows > 1;
    const double moves = sums_lanes ? machine.lane_sum_cycles : load + 2 * store + copied;
    const double tiles = tiles_begun(sheet);
    const double loop_exit = sheet.tiling.steps_unrolled < sheet.tiling.k_steps ? loop_exit_cycles : 0;
    if (config.chains > 1) {
        const double chains = (config.chains - 1) * sheet.facts.mac.latency_cycles;
        sheet.total("T_tile", tiles * (vectors * moves + chains + loop_exit),
                    "tiles * (vectors * moves + adding up chains + loop exit)",
                    "{:.0f} * ({:.0f} * {:.1f} + {:g} + {:g})", tiles, vectors, moves, chains, loop_exit);
        return;
    }
    sheet.total("T_tile", tiles * (vectors * moves + loop_exit), "tiles * (vectors * moves + loop exit)",
                "{:.0f} * ({:.0f} * {:.1f} + {:g})", tiles, vectors, moves, loop_exit);
}

void enter_results(Sheet& sheet) {
    enter_tile(sheet);
    enter_block(sheet);
    enter_out(sheet);
    enter_epilogue(sheet);
}

} // namespace autoconfig
