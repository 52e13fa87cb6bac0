// Terms of what comes after the inner loop: the tile, the result and the epilogue.
#include "autoconfig/model/symbols.h"
#include "autoconfig/model/transfers.h"

namespace autoconfig {

namespace {

/// Cycles of a vector of accumulators: cleared, stored, and read by what becomes of it.
Expression moves_of_vector(const Ledger& ledger, const Contraction& run) {
    const Machine& machine = run.facts.machine;
    if (run.config.is<AlongK>() || run.config.b_rows() > 1)
        return ledger.q({"lane sum", cycles_unit}, machine.lane_sum_cycles);
    const double load = 1 / machine.loads_per_cycle, store = 1 / machine.stores_per_cycle;
    const double copied = run.config.fills_panels() ? load + store : 0;
    return ledger.q({"moves", cycles_unit}, load + 2 * store + copied);
}

} // namespace

double bytes_of_result(const Facts& facts) { return facts.problem.result_elements() * facts.out_bytes; }

void add_tile(Ledger& ledger, const Contraction& run) {
    const Machine& machine = run.facts.machine;
    const Config& config = run.config;
    const Expression loop_exit = ledger.q(symbol::loop_exit, machine.loop_exit_cycles);
    Expression one = ledger.q(symbol::vectors, config.MR * config.n_v) * moves_of_vector(ledger, run);
    if (config.chains() > 1)
        one = one + ledger.q({"chains to add"}, config.chains() - 1) *
                        ledger.q(symbol::L, run.facts.mac.latency_cycles);
    if (run.tiling.steps_unrolled < run.tiling.k_steps) one = one + loop_exit;
    ledger.add("T_tile", Resource::Serial, Phase::Alone, ledger.q(symbol::tiles, tiles_begun(run)) * one);
}

/// Written lines are read first (write-allocate) and evicted from L1. Those that groups share come for each
/// of them, unless these follow each other within rows. [2048x512x13, 300x300x4, conv 3x3 224x224 3->64 and
/// 1x1 56x56 64->256 f32 take the time of their arithmetic and tiles, reference machine (Xeon, Emerald
/// Rapids, model 207, 2 cores, KVM), 2026-11-21]
void add_out(Ledger& ledger, const Contraction& run, int passes, double touched) {
    const Facts& facts = run.facts;
    const double bytes = bytes_of_result(facts), from = bytes * run.tiling.share;
    const double groups = run.config.jc_in_ir() ? 1 : facts.group_lines_out;
    ledger.add("T_out", Resource::Ahead, Phase::AllSteps,
               Expression(passes) *
                   ledger.q(symbol::lines_of_out, lines(bytes, facts.machine) * groups * touched) *
                   (line_cycles(ledger, facts.machine, from) +
                    ledger.q(symbol::evict, facts.machine.l1_l2_cycles_per_line)),
               beyond_caches(from, facts.machine));
}

void add_epilogue(Ledger& ledger, const Contraction& run) {
    const Facts& facts = run.facts;
    const double vectors = facts.problem.result_elements() * (1 + run.tiling.waste) / facts.lanes;
    ledger.add("T_epilogue", Resource::Fma, Phase::Alone,
               ledger.q(symbol::vectors, vectors) *
                   ledger.q({"operations"}, facts.problem.epilogue_ops_per_element) /
                   ledger.q(symbol::N_fma, facts.mac.per_cycle));
}

} // namespace autoconfig
