// What several threads add to their shares of the work.
#include "autoconfig/model/transfers.h"

#include "autoconfig/allocation_limits.h"
#include "autoconfig/model/parallel_loop.h"
#include "autoconfig/model/symbols.h"

#include <algorithm>
#include <cmath>

namespace autoconfig {

namespace {

double threads_of(const Contraction& run) { return std::min(run.facts.machine.cores, run.config.tasks); }

/// Parallel loops entered, one after the other.
double forks(const Contraction& run) {
    const Facts& facts = run.facts;
    const Config& config = run.config;
    if (config.parallel == ParallelLoop::Batch) return 1;
    if (config.parallel == ParallelLoop::Columns) {
        const std::int64_t tiles = config.jc_in_ir() ? facts.outer_rows * ceil_div(facts.M, config.MR) : 1;
        return static_cast<double>(facts.batch * tiles);
    }
    if (config.parallel == ParallelLoop::Rows) {
        const std::int64_t images = facts.outer_rows / facts.row_loop;
        return static_cast<double>(facts.batch * images);
    }
    if (config.is<Winograd>()) {
        const double images = static_cast<double>(facts.outer_rows);
        if (config.parallel == ParallelLoop::Ic) return images;
        return images * static_cast<double>(ceil_div(facts.M, run.tiling.block.MC));
    }
    const double outside = static_cast<double>(facts.batch) * static_cast<double>(facts.outer_columns);
    const bool blocked = config.is<Blocked>();
    if (config.parallel == ParallelLoop::Ic && !config.jc_in_ir())
        return outside * static_cast<double>(ceil_div(facts.N, blocked ? run.tiling.block.NC : config.NR()));
    return outside;
}

/// T_parallel: tasks are started one by one. T_queue: threads take them from one queue, one at a time.
void add_loop(Ledger& ledger, const Contraction& run) {
    const Machine& machine = run.facts.machine;
    const double entered = forks(run);
    const Expression forks = ledger.q({"forks"}, entered);
    const Expression rounds = ledger.q({"rounds"}, std::ceil(run.config.tasks / threads_of(run)));
    ledger.add("T_parallel", Resource::Threads, Phase::Alone,
               forks * (fork_join(ledger, machine, threads_of(run)) +
                        rounds * ledger.q({"task", cycles_unit}, machine.task_cycles)));
    ledger.add("T_queue", Resource::Queue, Phase::Alone,
               ledger.q({"tasks"}, entered * run.config.tasks) *
                   queue_turn(ledger, machine, threads_of(run)));
}

/// The result in memory, of all threads.
struct Written {
    double bytes; // in all
    double piece; // what one task writes before those of another follow
};

/// Elements from one iteration of the parallel loop to the next in the result.
double step_of_task(const Facts& facts, const Config& config) {
    const Problem& problem = facts.problem;
    const auto step = [&](int loop) {
        return loop < 0 ? 0 : static_cast<double>(std::abs(problem.out.step(static_cast<std::size_t>(loop))));
    };
    const double tasks = config.tasks;
    switch (config.parallel) {
    case ParallelLoop::None: break;
    case ParallelLoop::Jc: return std::ceil(static_cast<double>(facts.N) / tasks) * step(facts.column);
    case ParallelLoop::Ic: return std::ceil(static_cast<double>(facts.M) / tasks) * step(facts.row);
    case ParallelLoop::Rows: return static_cast<double>(config.RB()) * step(facts.blocked_row);
    case ParallelLoop::Columns:
        return std::ceil(static_cast<double>(facts.longest_outer_columns) / tasks) * step(facts.outer_column);
    case ParallelLoop::Batch:
        return std::ceil(static_cast<double>(facts.outermost_batch) / tasks) * step(facts.batch_loop);
    }
    return 0;
}

Written written(const Facts& facts, const Config& config) {
    if (const auto* winograd = std::get_if<Winograd>(&config.strategy)) {
        const Transforms& transforms = *facts.problem.transforms;
        const double channels = static_cast<double>(transforms.output_channels) * facts.out_bytes;
        const double pixels = static_cast<double>(facts.M) * transforms.tile * transforms.tile;
        const double image = pixels * channels;
        const double piece = config.parallel == ParallelLoop::Jc
                                 ? static_cast<double>(winograd->NC) * facts.out_bytes
                                 : image / (config.parallel == ParallelLoop::Ic ? config.tasks : 1);
        return {static_cast<double>(facts.outer_rows) * image, piece};
    }
    return {bytes_of_result(facts), step_of_task(facts, config) * facts.out_bytes};
}

/// The part of its lines of the result that a thread takes from the caches of others: all where they write
/// in the same pages, as lines are fetched ahead within a page, also those that another has not come to yet
/// [measured: two threads that write pieces of 2 KB and less in turn take 10 to 23 cycles a line, of 4 KB and
/// more 5 to 8, reference machine (Xeon, Emerald Rapids, model 207, 2 cores, KVM), 2026-11-21]; where tasks
/// go to whichever thread is free, those that another wrote the last time, as long as caches hold them until
/// then.
double share_held_by_others(const Contraction& run, const Written& out, double threads) {
    if (out.piece < page_bytes) return 1;
    const bool held = fits(out.bytes / threads, run.facts.machine.l2);
    return held && run.config.tasks > threads ? 1 - 1 / threads : 0;
}

/// A copy of A for all tasks is written by the threads that are free and read by the others: 1/n of it
/// written and (n-1)/n read by each. Panels of B for tasks of rows are packed by one and read by all others.
double lines_of_copies(const Contraction& run) {
    const Config& config = run.config;
    double bytes = 0;
    if (config.pack_a() && config.RB() == 0) bytes += run.facts.a_total_bytes;
    if (config.pack_b() && config.parallel == ParallelLoop::Ic) bytes += run.facts.b_total_bytes;
    return lines(bytes, run.facts.machine);
}

/// T_share: lines that one core wants and another holds, as each wrote them last.
void add_sharing(Ledger& ledger, const Contraction& run) {
    const Machine& machine = run.facts.machine;
    const double threads = threads_of(run);
    const Written out = written(run.facts, run.config);
    const double share = share_held_by_others(run, out, threads), copies = lines_of_copies(run);
    const Expression line = ledger.q({"from another core", cycles_unit}, machine.shared_cycles_per_line);
    if (share > 0)
        ledger.add("T_share", Resource::Threads, Phase::Alone,
                   ledger.q(symbol::lines_of_out, lines(out.bytes, machine)) / ledger.q({"n"}, threads) *
                       ledger.q({"share of others"}, share) * line);
    ledger.add("T_share", Resource::Threads, Phase::Alone, ledger.q({"lines of copies"}, copies) * line);
}

} // namespace

void add_threads(Ledger& ledger, const Contraction& run) {
    if (run.config.parallel == ParallelLoop::None) return;
    add_loop(ledger, run);
    add_sharing(ledger, run);
}

} // namespace autoconfig
