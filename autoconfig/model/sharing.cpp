// T_share: lines that one core wants and another holds, as each wrote them last.
#include "autoconfig/model/sheet.h"

#include <algorithm>
#include <cmath>

namespace autoconfig {

namespace {

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
    const auto outer_columns = [&] {
        int found = -1;
        for (int l = 0; l < static_cast<int>(problem.loops.size()); ++l)
            if (problem.order_role(l) == Role::N && l != facts.column) found = l;
        return found;
    };
    const double tasks = config.tasks;
    switch (config.parallel) {
    case ParallelLoop::None: break;
    case ParallelLoop::Jc: return std::ceil(static_cast<double>(facts.N) / tasks) * step(facts.column);
    case ParallelLoop::Ic: return std::ceil(static_cast<double>(facts.M) / tasks) * step(facts.row);
    case ParallelLoop::Rows: return static_cast<double>(config.RB) * step(facts.blocked_row);
    case ParallelLoop::Columns: return step(outer_columns());
    case ParallelLoop::Batch: return step(facts.batch_loop);
    }
    return 0;
}

Written written(const Facts& facts, const Config& config) {
    if (config.strategy == Strategy::Winograd) {
        const Transforms& transforms = *facts.problem.transforms;
        const double channels = static_cast<double>(transforms.output_channels) * facts.out_bytes;
        const double pixels = static_cast<double>(facts.M) * transforms.tile * transforms.tile;
        const double image = pixels * channels;
        const double piece = config.parallel == ParallelLoop::Jc
                                 ? static_cast<double>(config.NC) * facts.out_bytes
                                 : image / (config.parallel == ParallelLoop::Ic ? config.tasks : 1);
        return {static_cast<double>(facts.outer_rows) * image, piece};
    }
    return {result_elements(facts) * facts.out_bytes, step_of_task(facts, config) * facts.out_bytes};
}

/// The part of its lines of the result that a thread takes from the caches of others: all where they write
/// in the same pages, as lines are fetched ahead within a page, also those that another has not come to yet
/// [measured: two threads that write pieces of 2 KB and less in turn take 10 to 23 cycles a line, of 4 KB and
/// more 5 to 8, reference machine (Xeon, Emerald Rapids, model 207, 2 cores, KVM), 2026-11-21]; where tasks
/// go to whichever thread is free, those that another wrote the last time, as long as caches hold them until
/// then.
double share_held_by_others(const Sheet& sheet, const Written& out, double threads) {
    if (out.piece < page_bytes) return 1;
    const bool held = out.bytes / threads <= static_cast<double>(sheet.facts.machine.l2.bytes);
    return held && sheet.config.tasks > threads ? 1 - 1 / threads : 0;
}

/// A copy of a for all tasks is written by the threads that are free and read by the others: 1/n of it
/// written and (n-1)/n read by each. Panels of b for tasks of rows are packed by one and read by all others.
double lines_of_copies(const Sheet& sheet) {
    const Config& config = sheet.config;
    double bytes = 0;
    if (config.pack_a && config.RB == 0) bytes += sheet.facts.a_total_bytes;
    if (config.pack_b && config.parallel == ParallelLoop::Ic) bytes += sheet.facts.b_total_bytes;
    return bytes / sheet.facts.machine.l1.line_bytes;
}

} // namespace

double enter_sharing(Sheet& sheet) {
    const Machine& machine = sheet.facts.machine;
    const double threads = std::min(machine.cores, sheet.config.tasks);
    const Written out = written(sheet.facts, sheet.config);
    const double a_thread = out.bytes / machine.l1.line_bytes / threads;
    const double share = share_held_by_others(sheet, out, threads), copies = lines_of_copies(sheet);
    const double cycles = (a_thread * share + copies) * machine.shared_cycles_per_line;
    if (cycles == 0) return 0;
    sheet
        .total("T_share", cycles, "(lines of out / n * share of others + lines of copies) * cy/line",
               "({:.0f} / {:g} * {:.2g} + {:.0f}) * {:g}", a_thread * threads, threads, share, copies,
               machine.shared_cycles_per_line)
        .combines = Combines::Elapsed;
    return cycles;
}

} // namespace autoconfig
