// Adds up the terms of a configuration, on one thread and on several.
#include "autoconfig/model/evaluate.h"

#include "autoconfig/model/sheet.h"

#include <algorithm>
#include <cmath>

namespace autoconfig {

namespace {

/// Of a std::vector<Term>, const or not, that holds one of the kind.
template<typename List>
auto& largest(List& terms, Combines kind) {
    const auto cycles = [&](const Term& term) { return term.combines == kind ? term.per_step : -1; };
    return *std::max_element(terms.begin(), terms.end(),
                             [&](const Term& a, const Term& b) { return cycles(a) < cycles(b); });
}

double sum_of_data(const std::vector<Term>& terms) {
    double cycles = 0;
    for (const Term& term : terms)
        if (term.combines == Combines::Data) cycles += term.per_step;
    return cycles;
}

/// T = max(T_OL, T_nOL + T_L1L2 + T_L3) + T_L2L3 + T_TLB, with the front end and latency beside T_OL; T_L2L3
/// is what is not hidden. Where L1-L2 transfers do not run under the arithmetic, T_L1L2 is added instead.
void mark_overlaps(std::vector<Term>& terms) {
    Term &core = largest(terms, Combines::Core), &data = largest(terms, Combines::Data);
    const bool core_binds = core.per_step >= sum_of_data(terms);
    for (Term& term : terms) {
        if (term.combines == Combines::Core) term.overlapped = !core_binds || &term != &core;
        if (term.combines == Combines::Data) term.overlapped = core_binds;
    }
    (core_binds ? core : data).binds = true;
}

/// Parallel loops entered, one after the other.
double forks(const Facts& facts, const Config& config) {
    if (config.parallel == ParallelLoop::Batch) return 1;
    if (config.parallel == ParallelLoop::Rows) {
        const std::int64_t images = facts.outer_rows / facts.row_loop;
        return static_cast<double>(facts.batch * images);
    }
    if (config.parallel == ParallelLoop::Columns) {
        const std::int64_t others = facts.batch * facts.outer_columns / config.tasks;
        return static_cast<double>(others);
    }
    if (config.strategy == Strategy::Winograd) {
        const double images = static_cast<double>(facts.outer_rows);
        if (config.parallel == ParallelLoop::Ic) return images;
        return images * static_cast<double>(ceil_div(facts.M, config.MC));
    }
    const double outside = static_cast<double>(facts.batch) * static_cast<double>(facts.outer_columns);
    if (config.strategy == Strategy::Blocked && facts.in_place)
        return outside * static_cast<double>(ceil_div(facts.K, config.KC));
    if (config.parallel == ParallelLoop::Ic && !config.jc_in_ir)
        return outside * static_cast<double>(ceil_div(
                             facts.N, config.strategy == Strategy::Blocked ? config.NC : config.NR()));
    return outside;
}

/// Halide's threads take tasks from one queue, one at a time: short tasks wait for each other there. [1000
/// products of 16x16x16 f32, 200 cycles each, as 1000 tasks of two threads: 65 to 70 us; EPYC (Zen 5, family
/// 26 model 2, 2 cores, KVM), 2026-11-22]
constexpr double queue_cycles = 250;

/// T_queue's cycles, where threads that share the work in so many cycles are faster than the queue.
double enter_queue(Sheet& sheet, double tasks, double working) {
    const double waits = tasks * queue_cycles - working;
    if (waits <= 0) return 0;
    sheet
        .total("T_queue", waits, "tasks * queue - what threads work meanwhile", "{:g} * {:g} - {:.0f}", tasks,
               queue_cycles, working)
        .combines = Combines::Elapsed;
    return waits;
}

/// T(n) = fork_join + ceil(tasks / n) * T_task, tasks started one by one. Cycles of T_parallel and
/// T_queue.
double enter_parallel(Sheet& sheet, double serial) {
    const Machine& machine = sheet.facts.machine;
    const double n = std::min(machine.cores, sheet.config.tasks), tasks = sheet.config.tasks;
    const double entered = forks(sheet.facts, sheet.config), rounds = std::ceil(tasks / n);
    const double imbalance = serial * (rounds / tasks - 1 / n);
    const double cycles = entered * (machine.fork_join_cycles + rounds * machine.task_cycles) + imbalance;
    sheet
        .total("T_parallel", cycles, "forks * (fork_join + rounds * task) + T(1) * (rounds / tasks - 1 / n)",
               "{:g} * ({:g} + {:g} * {:g}) + {:.0f} * ({:g} / {:g} - 1 / {:g})", entered,
               machine.fork_join_cycles, rounds, machine.task_cycles, serial, rounds, tasks, n)
        .combines = Combines::Elapsed;
    const double taken = entered * rounds * machine.task_cycles;
    return cycles + enter_queue(sheet, entered * tasks, serial / n + taken);
}

/// Cycles that threads cannot share beyond `memory_cores`: those of lines from memory.
double from_memory(const std::vector<Term>& terms, const Facts& facts) {
    double cycles = 0;
    if (facts.bytes_once <= static_cast<double>(facts.machine.l2.bytes + facts.machine.l3.bytes)) return 0;
    for (const Term& term : terms)
        if (term.from_afar) cycles += term.total;
    return cycles;
}

} // namespace

double pace(const std::vector<Term>& terms) {
    return std::max(largest(terms, Combines::Core).per_step, sum_of_data(terms));
}

double exposed(Sheet& sheet, double cycles, double arithmetic) {
    const double hidden = std::min(cycles, std::max(arithmetic, 0.0));
    sheet.hiding += hidden;
    return cycles - hidden;
}

double free_arithmetic(const Sheet& sheet) { return sheet.tiling.steps * pace(sheet.terms) - sheet.hiding; }

Cost evaluate(const Facts& facts, const Config& config, Words words) {
    const Tiling tiling(facts, config);
    Sheet sheet(facts, config, tiling, words);
    enter_in_core(sheet);
    if (config.strategy == Strategy::Winograd) {
        enter_winograd(sheet);
    } else {
        enter_transfers(sheet);
        enter_results(sheet);
    }
    sheet.total("T_call", facts.machine.call_cycles, "entering the pipeline", "{:g}",
                facts.machine.call_cycles);
    mark_overlaps(sheet.terms);

    Cost cost;
    for (const Term& term : sheet.terms)
        if (!term.overlapped) cost.serial_cycles += term.total;
    cost.cycles = cost.serial_cycles;
    double threads = 1;
    if (config.parallel != ParallelLoop::None) {
        threads = std::min(facts.machine.cores, config.tasks);
        const double shared = from_memory(sheet.terms, facts) / std::min(threads, facts.machine.memory_cores);
        cost.cycles = std::max(cost.serial_cycles / threads, shared) +
                      enter_parallel(sheet, cost.serial_cycles) + enter_sharing(sheet);
    }
    cost.tail_waste = tiling.waste;
    cost.peak_fraction = ideal_cycles(facts, threads) / cost.cycles;
    cost.terms = std::move(sheet.terms);
    return cost;
}

double ideal_cycles(const Facts& facts, double cores) {
    return facts.problem.flops() * facts.kept / 2 / facts.max_lanes / facts.mac.per_cycle / cores;
}

} // namespace autoconfig
