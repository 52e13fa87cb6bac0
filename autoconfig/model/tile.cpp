// T_tile: what a register tile does before and after its innermost loop.
#include "autoconfig/model/symbols.h"
#include "autoconfig/model/transfers.h"

#include <cmath>

namespace autoconfig {

namespace {

/// Exits of loops of so many iterations are predicted. [15 steps along k, 40x464x240 f32, transposed B, tiles
/// 1x1: 16 cycles a tile, of which its loads take 15; 44 steps, 1x151x704: 64, loads 44; EPYC (Zen 5, family
/// 26 model 2, 2 cores, KVM), 2026-11-23]
constexpr double predicted_iterations = 64;

// Each accumulator, on its way through memory.
constexpr double loads = 1, stores = 2;

/// Vectors of accumulators, of all tiles.
double accumulators(const Contraction& run) { return tiles_begun(run) * run.config.MR * run.config.n_v; }

/// Of a tile's innermost loop.
double iterations(const Contraction& run) { return run.tiling.k_steps / run.tiling.steps_unrolled; }

/// What is done once a tile: beside the arithmetic of the tiles before and after it, but where the way from
/// one to the next is not predicted.
void add_beside(Ledger& ledger, const Contraction& run, Resource resource, const Expression& cycles) {
    const bool beside = exit_is_predicted(iterations(run));
    ledger.add("T_tile", beside ? resource : Resource::Serial, beside ? Phase::AllSteps : Phase::Alone,
               cycles);
}

/// A tile's accumulators, cleared, stored, and read by what becomes of them.
void add_moves(Ledger& ledger, const Contraction& run) {
    const Machine& machine = run.facts.machine;
    const double copied = run.config.fills_panels() ? 1 : 0;
    const Expression vectors = ledger.q(symbol::vectors, accumulators(run));
    add_beside(ledger, run, Resource::Load,
               vectors * ledger.q({"loads"}, loads + copied) /
                   ledger.q(symbol::P_ld, machine.loads_per_cycle));
    add_beside(ledger, run, Resource::Store,
               vectors * ledger.q({"stores"}, stores + copied) /
                   ledger.q(symbol::P_st, machine.stores_per_cycle));
}

/// Lanes that run along k, or rows of B in a vector, are added up half of them at a time: fewer of them in
/// fewer steps.
double lane_sum(const Contraction& run) {
    const double parts = run.config.is<AlongK>() ? run.config.lanes : run.config.b_rows();
    const double all = run.facts.max_lanes;
    return all > 1 ? run.facts.machine.lane_sum_cycles * std::log2(parts) / std::log2(all) : 0;
}

/// They are added up while the next tile's multiply-adds go on. [medians of measured over predicted time of
/// 172 and 98 configurations along k of 30 random products, rows of A in place and B packed: .84 and .83, .73
/// and .72 with lane sums after the arithmetic; EPYC (Zen 5, family 26 model 2, 2 cores, KVM), 2026-11-28]
void add_lane_sums(Ledger& ledger, const Contraction& run) {
    add_beside(ledger, run, Resource::Fma,
               ledger.q(symbol::vectors, accumulators(run)) *
                   ledger.q({"lane sum", cycles_unit}, lane_sum(run)));
}

void add_chains(Ledger& ledger, const Contraction& run) {
    ledger.add("T_tile", Resource::Serial, Phase::Alone,
               ledger.q(symbol::tiles, tiles_begun(run)) *
                   ledger.q({"chains to add"}, run.config.chains() - 1) *
                   ledger.q(symbol::L, run.facts.mac.latency_cycles));
}

} // namespace

bool exit_is_predicted(double iterations) { return iterations <= predicted_iterations; }

void add_exits(Ledger& ledger, const Contraction& run, const Symbol& what, double loops) {
    ledger.add("T_tile", Resource::Serial, Phase::Alone,
               ledger.q(what, loops) * ledger.q(symbol::loop_exit, run.facts.machine.loop_exit_cycles));
}

void add_tile(Ledger& ledger, const Contraction& run) {
    const bool lanes_are_parts = run.config.is<AlongK>() || run.config.b_rows() > 1;
    lanes_are_parts ? add_lane_sums(ledger, run) : add_moves(ledger, run);
    if (run.config.chains() > 1) add_chains(ledger, run);
    if (!exit_is_predicted(iterations(run))) add_exits(ledger, run, symbol::tiles, tiles_begun(run));
}

} // namespace autoconfig
