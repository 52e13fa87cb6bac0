// In-core terms: ports, front end and dependency chains of the inner loop.
#include "autoconfig/model/sheet.h"

#include <algorithm>

namespace autoconfig {

namespace {

constexpr double loop_instructions = 3; // add, compare, branch

struct Instructions {
    double macs, loads, stores, other;
};

/// Of one step.
Instructions instructions(const Sheet& sheet) {
    const Config& config = sheet.config;
    const double m = config.MR, n_v = config.n_v, KC = static_cast<double>(config.KC);
    const bool gathers = !config.k_vectorised && !config.pack_b && !sheet.facts.b_contiguous_in_n;
    if (gathers) return {m * n_v, m + n_v * config.lanes, 0, n_v * config.lanes};
    const double loop = loop_instructions / sheet.tiling.steps_unrolled;
    // Windows that overlap in an unrolled reduction load a vector of a once.
    if (sheet.facts.vector_a)
        return {m * n_v,
                n_v + (config.unrolled > 0 ? sheet.tiling.a_step_bytes / sheet.facts.a_bytes / config.lanes
                                           : m * n_v),
                0, loop};
    if (config.b_rows > 1) // each of a's elements is repeated beside the columns of its row of B
        return {m * n_v / config.b_rows, (m + n_v) / config.b_rows, 0, m / config.b_rows + loop};
    if (config.strategy != Strategy::Stream || config.k_vectorised) return {m * n_v, m + n_v, 0, loop};
    // Every vector of the result is loaded and stored once in KC rows of B; a's element stays in a register.
    return {m * n_v, m * n_v * (1 + 1 / KC), m * n_v / KC, m * n_v / KC * loop_instructions};
}

void enter_arithmetic(Sheet& sheet, double macs) {
    const Config& config = sheet.config;
    const double rate = sheet.facts.mac.per_cycle;
    if (config.b_rows > 1)
        return sheet.per_step(Combines::Core, "T_OL", macs / rate, "MR*n_v / rows of B a vector / N_fma",
                              "{}*{} / {} / {:g}", config.MR, config.n_v, config.b_rows, rate);
    sheet.per_step(Combines::Core, "T_OL", macs / rate, "MR*n_v / N_fma", "{}*{} / {:g}", config.MR,
                   config.n_v, rate);
}

/// Each accumulator waits for its last multiply-add, where others do not fill the time.
void enter_latency(Sheet& sheet, double macs) {
    const MacRate& mac = sheet.facts.mac;
    const int steps = sheet.config.chains * sheet.config.b_rows; // that go to accumulators of their own
    if (steps * macs >= mac.latency_cycles * mac.per_cycle) return;
    if (steps == 1)
        return sheet.per_step(Combines::Core, "T_latency", mac.latency_cycles, "L, as MR*n_v < L*N_fma",
                              "{:g}, as {:g} < {:g}*{:g}", mac.latency_cycles, macs, mac.latency_cycles,
                              mac.per_cycle);
    sheet.per_step(Combines::Core, "T_latency", mac.latency_cycles / steps, "L / steps side by side",
                   "{:g} / {}", mac.latency_cycles, steps);
}

/// Boundary conditions of a that is inlined: Halide cuts them out of the loops except where they apply.
void enter_edges(Sheet& sheet, double a_loads) {
    const Facts& facts = sheet.facts;
    if (!facts.a_free_inside || sheet.config.pack_a || sheet.config.strategy != Strategy::RegisterTile)
        return;
    const double steps = sheet.tiling.steps * sheet.tiling.edge_share;
    const double ops = facts.problem.a.ops_per_element, width = facts.machine.issue_width;
    sheet.total("T_edge", steps * a_loads * ops / width,
                "steps at edges * loads of A * operations / issue width", "{:.0f} * {:g} * {:g} / {:g}",
                steps, a_loads, ops, width);
}

} // namespace

void enter_in_core(Sheet& sheet) {
    const Machine& machine = sheet.facts.machine;
    const Config& config = sheet.config;
    const Instructions count = instructions(sheet);
    enter_arithmetic(sheet, count.macs);
    sheet.per_step(Combines::Data, "T_nOL",
                   std::max(count.loads / machine.loads_per_cycle, count.stores / machine.stores_per_cycle),
                   "max(loads / P_ld, stores / P_st)", "max({:g} / {:g}, {:g} / {:g})", count.loads,
                   machine.loads_per_cycle, count.stores, machine.stores_per_cycle);
    sheet.front_cycles = (count.macs + count.loads + count.stores + count.other) / machine.issue_width;
    sheet.per_step(Combines::Core, "T_front", sheet.front_cycles,
                   "(macs + loads + stores + loop) / issue width", "({:g} + {:g} + {:g} + {:g}) / {:g}",
                   count.macs, count.loads, count.stores, count.other, machine.issue_width);
    enter_edges(sheet, count.loads - config.n_v);
    const bool along_n = config.strategy == Strategy::Stream && !config.k_vectorised;
    if (!along_n) enter_latency(sheet, count.macs);
}

} // namespace autoconfig
