// Terms of what becomes of the sums: the result and the epilogue.
#include "autoconfig/model/fresh_pages.h"
#include "autoconfig/model/symbols.h"
#include "autoconfig/model/transfers.h"

namespace autoconfig {

namespace {

/// Of a line from L1, in cycles that nothing else of it runs beside.
Expression evictions(const Ledger& ledger, const Machine& machine) {
    return machine.l2_l3_overlaps ? 0 : ledger.q(symbol::evict, machine.l1_l2_cycles_per_line);
}

} // namespace

double bytes_of_result(const Facts& facts) { return facts.problem.result_elements() * facts.out_bytes; }

/// Written lines are read first (write-allocate) and evicted from L1. Those that groups share come for each
/// of them, unless these follow each other within rows. [2048x512x13, 300x300x4, conv 3x3 224x224 3->64 and
/// 1x1 56x56 64->256 f32 take the time of their arithmetic and tiles, reference machine (Xeon, Emerald
/// Rapids, model 207, 2 cores, KVM), 2026-11-21]
void add_out(Ledger& ledger, const Contraction& run, double touched, Resource resource) {
    const Facts& facts = run.facts;
    const double bytes = bytes_of_result(facts), from = touched_since(run, bytes * run.tiling.share);
    const double groups = run.config.jc_in_ir() ? 1 : facts.group_lines_out;
    ledger.add("T_out", resource, Phase::AllSteps,
               ledger.q(symbol::lines_of_out, lines(bytes, facts.machine) * groups * touched) *
                   (line_cycles(ledger, facts.machine, from, lines_of_parts(run)) +
                    evictions(ledger, facts.machine)),
               beyond_caches(from, facts.machine));
    if (!facts.problem.out.has_buffer) add_fresh_array(ledger, facts.machine, bytes);
}

void add_epilogue(Ledger& ledger, const Contraction& run) {
    const Facts& facts = run.facts;
    const double vectors = facts.problem.result_elements() * (1 + run.tiling.waste) / facts.lanes;
    ledger.add("T_epilogue", Resource::Fma, Phase::Alone,
               ledger.q(symbol::vectors, vectors) *
                   ledger.q({"operations"}, facts.problem.epilogue_ops_per_element) /
                   ledger.q(symbol::N_fma, facts.per_cycle));
}

} // namespace autoconfig
