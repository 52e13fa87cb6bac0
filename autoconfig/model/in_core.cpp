// In-core terms: ports, front end and dependency chains of the inner loop.
#include "autoconfig/model/contraction.h"
#include "autoconfig/model/symbols.h"
#include "autoconfig/model/transfers.h"
#include "autoconfig/model/vector_loads.h"

#include <algorithm>
#include <cmath>

namespace autoconfig {

namespace {

constexpr double loop_instructions = 3; // add, compare, branch

/// Of one step.
struct Instructions {
    Expression macs, loads, stores, other;
};

/// Vectors of A in a step where it moves with the columns: windows that overlap in an unrolled reduction load
/// one once.
double vectors_of_a(const Contraction& run) {
    if (run.config.unrolled() == 0) return run.config.MR * run.config.n_v;
    return run.tiling.a_step_bytes / run.facts.a_bytes / run.config.lanes;
}

/// Of the vectors of a that run along k, and of those of b in rows of their own, the share that crosses
/// lines.
double a_crossing(const Contraction& run) {
    if (!run.config.is<AlongK>()) return 0;
    return crossing_share(run.config.lanes * run.facts.a_bytes, run.facts.a_row_stride, run.facts.machine);
}

/// Bytes from one row of vectors of B to the next: along k a column, of which a panel has one after the
/// other.
double b_vectors_apart(const Contraction& run) {
    const Facts& facts = run.facts;
    if (!run.config.is<AlongK>()) return b_row_stride(facts);
    return run.config.pack_b() ? static_cast<double>(facts.K * facts.b_bytes) : b_column_stride(facts);
}

double b_crossing(const Contraction& run) {
    const Facts& facts = run.facts;
    if (facts.b_panel > 0 || (run.config.pack_b() && !run.config.is<AlongK>())) return 0;
    return crossing_share(run.config.lanes * facts.b_bytes, b_vectors_apart(run), facts.machine);
}

/// Loads of so many vectors, of which a share takes two.
Expression twice(const Ledger& ledger, const Expression& vectors, double share) {
    return share == 0 ? vectors : vectors * (1 + ledger.q({"in two lines"}, share));
}

/// Rows of the tile whose addresses are loaded in each step, too.
int addresses_loaded(const Contraction& run) {
    const bool known = run.config.pack_a() && run.facts.problem.sizes_are_bound();
    return known || run.facts.vector_a ? 0 : std::max(0, run.config.MR - run.facts.addressed_rows);
}

Expression rows_loaded(const Ledger& ledger, const Contraction& run) {
    const Expression MR = ledger.q(symbol::MR, run.config.MR);
    const int addresses = addresses_loaded(run);
    return addresses > 0 ? MR + ledger.q({"addresses"}, addresses) : MR;
}

/// The steps that a multiplication takes (lowering/dot_products.h).
int steps_at_once(const Contraction& run) {
    const Config& config = run.config;
    const int steps = run.facts.steps_at_once;
    if (config.is<Stream>()) return 1;
    const bool interleaves = (config.MR > 1 || steps > 2) && config.b_rows() == 1 && config.k_pack() == 0;
    return config.is<AlongK>() || interleaves ? steps : 1;
}

/// One step at a time: elements that could be multiplied several at a time are widened first.
bool widens(const Contraction& run) { return run.facts.steps_at_once > 1 && steps_at_once(run) == 1; }

/// Rate and latency of its multiplications.
MacRate mac_of(const Contraction& run) { return widens(run) ? run.facts.machine.mac_i32 : run.facts.mac; }

/// The same for vectors of B that are widened, each of them.
Expression with_widening(const Contraction& run, const Expression& macs, const Expression& vectors) {
    return widens(run) ? macs + vectors : macs;
}

/// The same for vectors of B whose elements are computed as they are loaded, each of them.
Expression with_prologue(const Ledger& ledger, const Contraction& run, const Expression& macs,
                         const Expression& vectors) {
    const double operations = run.config.pack_b() ? 0 : run.facts.b_operations;
    return operations > 0 ? macs + vectors * ledger.q({"operations"}, operations) : macs;
}

/// Of several steps at a time, whose vectors of B are interleaved first: of pairs two halves, unpacked, put
/// together, where a multiplication and an addition are as one instruction elsewhere; of fours all are
/// put together and then ordered [LLVM 14: two insertions from memory, two from registers, a VPERMT2B]. Along
/// k neighbouring lanes are taken together. Where an operand is moved, its vectors are, and those of the
/// other are added up.
Instructions of_several(const Ledger& ledger, const Contraction& run, const Expression& macs,
                        const Instructions& of_step) {
    const int steps = steps_at_once(run);
    const double interleaving = steps == 2 ? 3.0 / 2 : 5;
    const Expression at_once = ledger.q({"steps at once"}, steps),
                     n_v = ledger.q(symbol::n_v, run.config.n_v),
                     vectors = ledger.q(symbol::MR, run.config.MR) + n_v;
    const Expression moved = run.facts.moves_a() ? macs + vectors : macs,
                     all = with_prologue(ledger, run, moved, n_v);
    if (run.config.is<AlongK>()) return {all / at_once, of_step.loads / at_once, 0, of_step.other / at_once};
    const Expression others = ledger.q({"others"}, steps - 1);
    return {(all + n_v * ledger.q({"interleaving"}, interleaving)) / at_once,
            (of_step.loads + n_v * others) / at_once, 0, of_step.other / at_once};
}

Instructions instructions(const Ledger& ledger, const Contraction& run) {
    const Config& config = run.config;
    const Expression MR = ledger.q(symbol::MR, config.MR), n_v = ledger.q(symbol::n_v, config.n_v);
    if (!config.is<AlongK>() && !config.pack_b() && !run.facts.b_contiguous_in_n) { // gathers
        const Expression lanes = ledger.q({"lanes"}, config.lanes);
        return {MR * n_v, MR + n_v * lanes, 0, n_v * lanes};
    }
    const Expression all = ledger.q({"loop"}, loop_instructions);
    const double unrolled = run.tiling.steps_unrolled;
    const Expression loop = unrolled > 1 ? all / ledger.q({"steps unrolled"}, unrolled) : all;
    if (run.facts.vector_a) return {MR * n_v, n_v + ledger.q({"vectors of A"}, vectors_of_a(run)), 0, loop};
    if (config.b_rows() == 1) {
        const Instructions of_step{with_prologue(ledger, run, with_widening(run, MR * n_v, n_v), n_v),
                                   twice(ledger, rows_loaded(ledger, run), a_crossing(run)) +
                                       twice(ledger, n_v, b_crossing(run)),
                                   0, loop};
        return steps_at_once(run) > 1 ? of_several(ledger, run, MR * n_v, of_step) : of_step;
    }
    // Each element of A is repeated beside the columns of its row of B.
    const Expression b_rows = ledger.q({"rows of B a vector"}, config.b_rows());
    return {MR * n_v / b_rows, (MR + n_v) / b_rows, 0, MR / b_rows + loop};
}

/// Arithmetic of the boundary conditions for an element of A: one selection where the innermost loop runs
/// over what they do not depend on, as the rest is done before it.
double edge_operations(const Contraction& run) {
    const Problem& problem = run.facts.problem;
    const bool over_window = problem.loops[run.facts.k_loops.front()].role == Role::Window;
    return over_window || run.config.unrolled() > 0 ? problem.a.ops_per_element : 1;
}

/// Of an element that is broadcast: each follows from the last, as a clamped index leads to an address, a
/// load and a selection, before its copy in all lanes. Those of vectors run beside each other. [cycles a
/// load, 3x3: 112x112x3-32 /2 in tiles 4x2 6.4 for 19 operations, 56x56x64-64 in tiles 4x4 0.6 for one;
/// depthwise 15x15x576 in tiles 5x2 and 7x7x960 in tiles 2x4 2.6 for 19; EPYC (Zen 5, family 26 model 2, 2
/// cores, KVM), 2026-11-24]
constexpr double edge_operations_a_cycle = 3;

/// Boundary conditions of A that are inlined: Halide cuts them out of the loops except where they apply.
void add_edges(Ledger& ledger, const Contraction& run, double loads_of_a) {
    const Facts& facts = run.facts;
    if (!facts.a_free_inside || run.config.pack_a()) return;
    if (!run.config.is<RegisterTile>() && !run.config.is<Stream>()) return;
    const Expression steps = ledger.q({"steps at edges"}, run.tiling.steps * run.tiling.edge_share),
                     loads = ledger.q({"loads of A"}, loads_of_a),
                     operations = ledger.q({"operations"}, edge_operations(run)),
                     issue_width = ledger.q(symbol::issue_width, facts.machine.issue_width),
                     a_cycle = ledger.q({"a cycle"}, edge_operations_a_cycle);
    ledger.add("T_edge", Resource::FrontEnd, Phase::Alone,
               steps * loads * operations / (facts.vector_a ? issue_width : a_cycle));
    const Expression cut = ledger.q({"steps that cut vectors"}, run.tiling.steps * run.tiling.cut_vectors);
    ledger.add(
        "T_edge", Resource::FrontEnd, Phase::Alone,
        cut * loads * ledger.q({"lanes"}, run.config.lanes) *
            ledger.q({"masked lane", cycles_unit}, masked_lane_loads * facts.machine.lane_load_cycles));
}

/// While a tile's multiply-adds wait for each other, those of the next ones start, as far as the scheduler
/// holds them.
double tiles_at_once(const Contraction& run) {
    const double of_tile = run.config.MR * run.config.n_v * run.tiling.k_steps * run.facts.instructions;
    return 1 + run.facts.machine.scheduler_entries / of_tile;
}

/// Every vector of the result is loaded and stored once in KC rows of B; A's element stays in a register
/// beside all vectors of its row.
Instructions instructions_along_n(const Ledger& ledger, const Contraction& run, std::int64_t rows) {
    const Expression MR = ledger.q(symbol::MR, run.config.MR), n_v = ledger.q(symbol::n_v, run.config.n_v);
    const Expression moved = MR * n_v / ledger.q(symbol::KC, static_cast<double>(rows));
    const Expression macs = with_widening(run, MR * n_v, MR * n_v);
    return {with_prologue(ledger, run, macs, MR * n_v), MR + twice(ledger, MR * n_v, b_crossing(run)) + moved,
            moved, moved * ledger.q({"loop"}, loop_instructions)};
}

/// Those of a step go at the pace of its type's.
double instructions_per_cycle(const Contraction& run) {
    return mac_of(run).per_cycle * run.facts.instructions;
}

/// Instructions of so many steps.
Expression of_steps(const Ledger& ledger, const Facts& facts, const Expression& steps) {
    return facts.problem.step ? steps * ledger.q({"instructions"}, facts.instructions) : steps;
}

/// Sums that wait for themselves. Each goes on after its latency, and as often as the others hold the ports
/// it waits for one as well. [tiles of 8 sums, as many as two ports and four cycles need, take 1.13 of their
/// multiply-adds, of 12 1.02: medians over the spaces of 200 random products and layers, EPYC (Zen 5, family
/// 26 model 2, 2 cores, KVM), 2026-11-23]
void add_latency(Ledger& ledger, const Contraction& run) {
    const MacRate mac = mac_of(run);
    const int side_by_side = run.config.chains() * run.config.b_rows(); // steps with sums of their own
    const double sums = static_cast<double>(side_by_side) * run.config.MR * run.config.n_v;
    const double needed = mac.sums_to_keep_busy(), held = std::min(1.0, sums / needed);
    if (sums >= needed + held) return;
    const Expression one = ledger.q(symbol::L, mac.latency_cycles) +
                           of_steps(ledger, run.facts, ledger.q({"ports held"}, held)) /
                               ledger.q(symbol::N_fma, instructions_per_cycle(run));
    const int beside = side_by_side * steps_at_once(run); // steps that wait together
    const Expression each = beside == 1 ? one : one / ledger.q({"chains"}, beside);
    ledger.add_per_step("T_latency", Resource::Latency,
                        each / ledger.q({"tiles at once"}, tiles_at_once(run)), run.tiling.steps);
}

void add_instructions(Ledger& ledger, const Contraction& run, const Instructions& count) {
    const Machine& machine = run.facts.machine;
    const double steps = run.tiling.steps;
    const Expression arithmetic = of_steps(ledger, run.facts, count.macs),
                     N_fma = ledger.q(symbol::N_fma, instructions_per_cycle(run)),
                     P_ld = ledger.q(symbol::P_ld, machine.loads_per_cycle),
                     P_st = ledger.q(symbol::P_st, machine.stores_per_cycle),
                     issue_width = ledger.q(symbol::issue_width, machine.issue_width);
    ledger.add_per_step("T_OL", Resource::Fma, arithmetic / N_fma, steps);
    ledger.add_per_step("T_nOL", Resource::Load, count.loads / P_ld, steps);
    ledger.add_per_step("T_nOL", Resource::Store, count.stores / P_st, steps);
    ledger.add_per_step("T_front", Resource::FrontEnd,
                        (arithmetic + count.loads + count.stores + count.other) / issue_width, steps);
}

} // namespace

void add_in_core(Ledger& ledger, const Contraction& run) {
    const Instructions count = instructions(ledger, run);
    add_instructions(ledger, run, count);
    add_edges(ledger, run, count.loads.value() - addresses_loaded(run) - run.config.n_v);
    add_latency(ledger, run);
}

void add_in_core_along_n(Ledger& ledger, const Contraction& run, const Stream& stream) {
    add_instructions(ledger, run, instructions_along_n(ledger, run, stream.KC));
    add_edges(ledger, run, run.config.MR);
    add_latency(ledger, run);
}

} // namespace autoconfig
