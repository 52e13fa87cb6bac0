// Terms of what comes before and after the inner loop: the tile, its block, the result and the epilogue.
#include "autoconfig/model/transfers.h"

#include "autoconfig/model/symbols.h"

#include <algorithm>
#include <cmath>

namespace autoconfig {

namespace {

double out_bytes(const Facts& facts) { return facts.problem.result_elements() * facts.out_bytes; }

/// Blocks of the result are read and written once a K block.
void add_block(Ledger& ledger, const Contraction& run) {
    if (run.config.strategy != Strategy::Blocked) return;
    const Facts& facts = run.facts;
    const double bytes = facts.problem.result_elements() * facts.acc_bytes;
    const double block =
        facts.in_place
            ? bytes
            : static_cast<double>(run.config.MC * facts.outer_rows * run.config.NC * facts.acc_bytes);
    const Expression K_blocks = ledger.q({"K blocks"}, static_cast<double>(ceil_div(facts.K, run.config.KC)));
    ledger.add("T_block", Resource::Serial, Phase::Alone,
               K_blocks * 2 * ledger.q({"lines of C"}, lines(bytes, facts.machine)) *
                   line_cycles(ledger, facts.machine, block));
}

/// Is the result written panel by panel, in pieces of rows, each panel's pieces of all rows before the next
/// one's?
bool writes_columns(const Contraction& run) {
    return run.config.strategy == Strategy::RegisterTile && run.tiling.tiles_n > 1 && run.config.RB == 0;
}

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
    const double piece = run.config.panels() * run.config.NR() * facts.out_bytes / line;
    if (std::fmod(row_bytes, line) != 0) return (piece + 1) / piece;
    const bool in_pairs = facts.machine.fetches_pairs && !fits(out_bytes(facts), facts.machine.l2);
    return in_pairs ? 2 * std::ceil(piece / 2) / piece : 1;
}

/// Pieces of NR columns that leave L2 before the next panel writes their neighbours: where lines come in
/// pairs, every neighbour comes once in vain. [fitted on 1x1 convolutions 112x112 16->96 and 56x56 64->256
/// f32, row blocks against none: 6.5 and 6.3 cycles a line, reference machine (Xeon, Emerald Rapids, model
/// 207, 2 cores, KVM), 2026-11-21]
bool neighbours_leave(const Contraction& run) {
    const Facts& facts = run.facts;
    const bool pieces = run.config.strategy == Strategy::RegisterTile && run.tiling.tiles_n > 1;
    if (!pieces || !facts.machine.fetches_pairs || facts.row_loop == 1)
        return false; // one loop only has no blocks to choose
    return !fits(2 * out_bytes(facts) / run.tiling.row_blocks, facts.machine.l2);
}

/// Rows of tiles, each a run of NR elements, where the result's own rows lie on a page each and leave L2
/// before the next panel goes on with them. [rows of 4 KiB, 1024x1024x16 f32: 16 cycles a run; rows of 2 KiB,
/// 2048x512x13: none, reference machine (Xeon, Emerald Rapids, model 207, 2 cores, KVM), 2026-11-21]
double runs_of_out(const Contraction& run) {
    const Facts& facts = run.facts;
    const double row_bytes = std::abs(static_cast<double>(facts.c_row_step)) * facts.out_bytes;
    if (!writes_columns(run) || row_bytes < page_bytes ||
        fits(out_bytes(facts) * run.tiling.share, facts.machine.l2))
        return 0;
    return facts.problem.result_elements() / static_cast<double>(facts.N) * run.tiling.tiles_n /
           run.config.panels();
}

/// Of a line from L1, in cycles that nothing else of it runs beside.
Expression evictions(const Ledger& ledger, const Machine& machine) {
    return machine.l2_l3_overlaps ? 0 : ledger.q(symbol::evict, machine.l1_l2_cycles_per_line);
}

/// Written lines are read first (write-allocate) and evicted from L1. Those that groups share come for each
/// of them, unless these follow each other within rows. [2048x512x13, 300x300x4, conv 3x3 224x224 3->64 and
/// 1x1 56x56 64->256 f32 take the time of their arithmetic and tiles, reference machine (Xeon, Emerald
/// Rapids, model 207, 2 cores, KVM), 2026-11-21]
void add_out(Ledger& ledger, const Contraction& run) {
    const Facts& facts = run.facts;
    const double bytes = out_bytes(facts), from = touched_since(run, bytes * run.tiling.share);
    const double groups = run.config.jc_in_ir ? 1 : facts.group_lines_out;
    const Expression passes = facts.in_place && run.config.strategy != Strategy::Stream ? 2 : 1;
    ledger.add(
        "T_out", Resource::Ahead, Phase::AllSteps,
        passes *
            ledger.q(symbol::lines_of_out, lines(bytes, facts.machine) * groups * touched_by_piece(run)) *
            (line_cycles(ledger, facts.machine, from) + evictions(ledger, facts.machine)),
        beyond_caches(from, facts.machine));
    ledger.add("T_start", Resource::Runs, Phase::AllSteps,
               ledger.q({"runs of out"}, runs_of_out(run)) *
                   ledger.q(symbol::start, run_start_cycles(facts.machine, static_cast<double>(facts.M))));
    if (neighbours_leave(run))
        ledger.add("T_out", Resource::L2L3, Phase::AllSteps,
                   ledger.q({"lines in vain"}, lines(bytes, facts.machine)) *
                       line_cycles(ledger, facts.machine, from));
}

void add_epilogue(Ledger& ledger, const Contraction& run) {
    const Facts& facts = run.facts;
    const double vectors = facts.problem.result_elements() * (1 + run.tiling.waste) / facts.lanes;
    ledger.add("T_epilogue", Resource::Fma, Phase::Alone,
               ledger.q(symbol::vectors, vectors) *
                   ledger.q({"operations"}, facts.problem.epilogue_ops_per_element) /
                   ledger.q(symbol::N_fma, facts.mac.per_cycle));
}

/// Exits of loops of so many iterations are predicted. [15 steps along k, 40x464x240 f32, transposed B, tiles
/// 1x1: 16 cycles a tile, of which its loads take 15; 44 steps, 1x151x704: 64, loads 44; EPYC (Zen 5, family
/// 26 model 2, 2 cores, KVM), 2026-11-23]
constexpr double predicted_iterations = 64;

bool exit_is_predicted(double iterations) { return iterations <= predicted_iterations; }

/// Of a tile's innermost loop.
double iterations(const Contraction& run) { return run.tiling.k_steps / run.tiling.steps_unrolled; }

void add_exits(Ledger& ledger, const Symbol& what, double loops, const Machine& machine) {
    ledger.add("T_tile", Resource::Serial, Phase::Alone,
               ledger.q(what, loops) * ledger.q(symbol::loop_exit, machine.loop_exit_cycles));
}

/// A tile's accumulators, cleared, stored, and read by what becomes of them: beside the arithmetic of the
/// tiles before and after it, but where the way from one to the next is not predicted.
void add_moves(Ledger& ledger, const Contraction& run) {
    const Machine& machine = run.facts.machine;
    const double copied = run.config.fills_panels ? 1 : 0;
    const Expression vectors = ledger.q(symbol::vectors, tiles_begun(run) * run.config.MR * run.config.n_v);
    const bool beside = exit_is_predicted(iterations(run));
    const auto add = [&](Resource resource, const Expression& cycles) {
        ledger.add("T_tile", beside ? resource : Resource::Serial, beside ? Phase::AllSteps : Phase::Alone,
                   cycles);
    };
    add(Resource::Load,
        vectors * ledger.q({"loads"}, 1 + copied) / ledger.q(symbol::P_ld, machine.loads_per_cycle));
    add(Resource::Store,
        vectors * ledger.q({"stores"}, 2 + copied) / ledger.q(symbol::P_st, machine.stores_per_cycle));
}

double lane_sum(const Contraction& run) {
    const double lanes = run.config.k_vectorised ? run.config.lanes : run.config.lanes * run.config.b_rows;
    const double all = run.facts.max_lanes;
    return all > 1 ? run.facts.machine.lane_sum_cycles * std::log2(lanes) / std::log2(all) : 0;
}

/// Lanes are added up in one accumulator after the other, half of them at a time: of fewer lanes than a
/// register has in fewer steps.
void add_lane_sums(Ledger& ledger, const Contraction& run) {
    ledger.add("T_tile", Resource::Serial, Phase::Alone,
               ledger.q(symbol::vectors, tiles_begun(run) * run.config.MR * run.config.n_v) *
                   ledger.q({"lane sum", cycles_unit}, lane_sum(run)));
}

/// Steps along k that fill no vector: LLVM stores masked accumulators and reads them back whole, which waits
/// until both stores have left.
void add_remainder(Ledger& ledger, const Contraction& run) {
    const Machine& machine = run.facts.machine;
    const double load = 1 / machine.loads_per_cycle, store = 1 / machine.stores_per_cycle;
    if (run.facts.K % run.config.lanes == 0) return;
    ledger.add("T_tile", Resource::Serial, Phase::Alone,
               ledger.q(symbol::tiles, tiles_begun(run)) *
                   (ledger.q({"failed forward", cycles_unit}, machine.failed_forward_cycles) +
                    ledger.q(symbol::vectors, run.config.MR * run.config.n_v) *
                        ledger.q({"moves", cycles_unit}, load + 2 * store)));
}

void add_chains(Ledger& ledger, const Contraction& run) {
    ledger.add("T_tile", Resource::Serial, Phase::Alone,
               ledger.q(symbol::tiles, tiles_begun(run)) *
                   ledger.q({"chains to add"}, run.config.chains - 1) *
                   ledger.q(symbol::L, run.facts.mac.latency_cycles));
}

} // namespace

void add_tile(Ledger& ledger, const Contraction& run) {
    const Machine& machine = run.facts.machine;
    const Config& config = run.config;
    if (config.strategy == Strategy::Stream && !config.k_vectorised) {
        const double rows =
            run.tiling.tiles * config.MR * std::ceil(run.tiling.k_steps / static_cast<double>(config.KC));
        if (!exit_is_predicted(config.n_v)) add_exits(ledger, {"rows of C"}, rows, machine);
        return;
    }
    config.k_vectorised || config.b_rows > 1 ? add_lane_sums(ledger, run) : add_moves(ledger, run);
    if (config.k_vectorised) add_remainder(ledger, run);
    if (config.chains > 1) add_chains(ledger, run);
    if (!exit_is_predicted(iterations(run))) add_exits(ledger, symbol::tiles, tiles_begun(run), machine);
}

void add_results(Ledger& ledger, const Contraction& run) {
    add_tile(ledger, run);
    add_block(ledger, run);
    add_out(ledger, run);
    add_epilogue(ledger, run);
}

} // namespace autoconfig
