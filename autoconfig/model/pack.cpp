// What copies of operands cost: panels of B, rows of A.
#include "autoconfig/model/transfers.h"

#include "autoconfig/allocation_limits.h"
#include "autoconfig/model/symbols.h"

#include <algorithm>

namespace autoconfig {

namespace {

/// Cycles to copy a vector of a panel, and to compute its elements where that is to be done. A transposed one
/// costs its permutes as well: 3 two-operand permutes on one port; where rows of B are shorter than a vector
/// along k, each of its elements is loaded and put in its place.
double copy_cycles(const Contraction& run) {
    const Machine& machine = run.facts.machine;
    const double load = 1 / machine.loads_per_cycle, store = 1 / machine.stores_per_cycle,
                 computed = run.facts.b_operations / machine.mac_f32.per_cycle;
    if (run.config.is<AlongK>()) return computed + run.config.lanes * machine.lane_load_cycles + store;
    return run.facts.b_contiguous_in_n ? std::max({load, store, computed})
                                       : computed + std::max({4 * load, 3.0, store});
}

} // namespace

/// Copied before the panel is used, or a few rows at a time by the first row of tiles, beside its arithmetic.
void add_panels_of_b(Ledger& ledger, const Contraction& run) {
    const Facts& facts = run.facts;
    const Machine& machine = facts.machine;
    const bool beside = run.config.k_pack() > 0 && machine.pack_overlaps;
    const int lanes = run.config.is<AlongK>() ? run.config.lanes : facts.lanes;
    const double vectors = sweeps(run) * facts.b_total_bytes / facts.b_bytes / lanes;
    const Phase phase = beside ? Phase::FirstRow : Phase::Alone;
    ledger.add("T_pack", Resource::FrontEnd, phase,
               ledger.q(symbol::vectors, vectors) * ledger.q({"copy", cycles_unit}, copy_cycles(run)));
    add_b_from_afar(ledger, run, beside, phase);
    if (!fits(2 * run.tiling.panel_bytes, machine.l2)) {
        const double lines_written = sweeps(run) * lines(facts.b_total_bytes, machine);
        ledger.add("T_L2L3", beside ? Resource::L2L3 : waited_for(2 * run.tiling.panel_bytes, machine), phase,
                   ledger.q({"lines of panels"}, 2 * lines_written) *
                       line_cycles(ledger, machine, 2 * run.tiling.panel_bytes));
    }
    if (facts.k_is_bound && run.tiling.panel_bytes <= halide_stack_bytes) return;
    ledger.add("T_alloc", Resource::Serial, Phase::Alone,
               ledger.q({"panels"}, blocks_swept(run)) *
                   ledger.q(symbol::allocation, machine.allocate_cycles));
}

/// A copy of A: read once from where it lives and written where the block (or all of A) fits, written lines
/// being read first. Rows shorter than a vector take one each.
void add_copy_of_a(Ledger& ledger, const Contraction& run) {
    const Facts& facts = run.facts;
    const Machine& machine = facts.machine;
    const std::int64_t row = facts.a_contiguous_run, vectors_a_row = ceil_div(row, facts.lanes);
    const double blocks = run.tiling.row_blocks * run.tiling.products;
    const double bytes = run.config.RB() > 0 ? run.tiling.a_rows_bytes : facts.a_total_bytes;
    const double from = run.tiling.share * (facts.vector_a ? facts.bytes_once : facts.a_total_bytes);
    const double vectors =
        blocks * bytes / facts.a_bytes / static_cast<double>(row) * static_cast<double>(vectors_a_row);
    const Expression copied = ledger.q(symbol::lines_of_a, blocks * lines(bytes, machine));
    ledger.add("T_pack", Resource::Core, Phase::CopyOfA,
               ledger.q(symbol::vectors, vectors) * (1 / ledger.q(symbol::P_ld, machine.loads_per_cycle) +
                                                     1 / ledger.q(symbol::P_st, machine.stores_per_cycle)));
    ledger.add("T_L2L3", waited_for(from, machine), Phase::CopyOfA,
               copied * line_cycles(ledger, machine, from));
    ledger.add("T_L2L3", waited_for(bytes, machine), Phase::CopyOfA,
               2 * copied * line_cycles(ledger, machine, bytes));
    ledger.add("T_alloc", Resource::Serial, Phase::Alone,
               ledger.q(symbol::blocks, blocks) * ledger.q(symbol::allocation, machine.allocate_cycles));
}

} // namespace autoconfig
