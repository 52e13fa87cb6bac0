// Blocks of rows, and the loops that threads could share, in as many tasks as seems worth trying.
#include "autoconfig/space/choices.h"

#include <algorithm>

namespace autoconfig {

namespace {

/// Tasks of several panels, as each reads B in one run, or of several products, as threads fetch them from
/// one queue: still so many a core that one which starts late or is held up leaves some to the others.
/// [32x1024x512 f32, 2 threads: 22 tasks .90 of oneDNN's speed, 2 tasks .67; 1x50257x768, transposed: 8377
/// tasks .87, 2 tasks 1.00; reference machine (Xeon, Emerald Rapids, model 207, 2 cores, KVM), 2026-11-21.
/// 1000 products of 16x16x16 serial .96, 16 tasks 1.80; 500 of 33x33x33, transposed: 500 tasks .55, 16 tasks
/// .94; EPYC (Zen 5, family 26 model 2, 2 cores, KVM), 2026-11-22]
constexpr std::int64_t tasks_a_core = 8;

/// Worth trying instead of so many: a few a core, and as threads wait for each other at the pool's one lock
/// also one for each of half of the cores, a quarter ...
std::vector<std::int64_t> fewer_tasks(std::int64_t tasks, std::int64_t cores) {
    std::vector<std::int64_t> fewer;
    if (tasks > 2 * tasks_a_core * cores) fewer.push_back(tasks_a_core * cores);
    for (std::int64_t threads = cores / 2; threads >= 2; threads /= 2)
        if (threads < tasks) fewer.push_back(threads);
    return fewer;
}

/// Of a single product: several are shared whole. The extent must be known where a block's end moves inwards.
std::vector<std::int64_t> shares_of_tiles(const Facts& facts, int MR) {
    if (facts.row < 0 || facts.problem.loops[facts.row].source != ExtentSource::Bound) return {0};
    if (facts.batch > 1) return {0};
    const std::int64_t share = ceil_div(ceil_div(facts.M, facts.machine.cores), MR) * MR;
    return share < facts.M ? std::vector<std::int64_t>{0, share} : std::vector<std::int64_t>{0};
}

/// Is it known in how many iterations, or can that be asked at run time?
bool can_be_cut(const Problem& problem, int loop) {
    return loop >= 0 && (problem.sizes_are_bound() || problem.loops[loop].at_run_time);
}

} // namespace

std::vector<std::int64_t> row_blocks(const Facts& facts, int MR) {
    if (facts.outer_row < 0) return shares_of_tiles(facts, MR);
    std::vector<std::int64_t> blocks = {0};
    const std::int64_t all_columns = facts.vector_a ? facts.N : 1;
    for (std::int64_t most = 1; facts.row_loop > 1 && most <= 2 * facts.row_loop; most *= 2) {
        const std::int64_t RB = even_block(facts.row_loop, std::min(most, facts.row_loop), 1);
        const double bytes = facts.bytes(facts.problem.a, {facts.M, RB, all_columns, facts.K});
        if (RB == blocks.back() || (most > 1 && 2 * bytes > static_cast<double>(facts.machine.l2.bytes)))
            continue;
        blocks.push_back(RB);
    }
    return blocks;
}

bool shares_rows_at_run_time(const Problem& problem, const Config& config) {
    if (config.parallel != ParallelLoop::Rows || config.pack_a() || problem.outer_row_loop() < 0)
        return false;
    const Loop& rows = problem.loops[problem.row_block_loop()];
    return rows.source != ExtentSource::Bound && rows.at_run_time;
}

std::int64_t tasks_of(ParallelLoop loop, const Config& config, const Facts& facts) {
    const auto* blocked = std::get_if<Blocked>(&config.strategy);
    switch (loop) {
    case ParallelLoop::None: break;
    case ParallelLoop::Jc: return ceil_div(facts.N, blocked ? blocked->NC : config.NR());
    case ParallelLoop::Ic: return ceil_div(facts.M, blocked ? blocked->MC : config.MR);
    case ParallelLoop::Rows: return ceil_div(facts.blocked_rows, config.RB());
    case ParallelLoop::Columns: return facts.longest_outer_columns;
    case ParallelLoop::Batch: return facts.outermost_batch;
    }
    return 1;
}

void add_shared(std::vector<Config>& configs, const Config& config, ParallelLoop loop, std::int64_t tasks) {
    if (tasks < 2) return;
    configs.push_back(config);
    configs.back().parallel = loop;
    configs.back().tasks = static_cast<int>(tasks);
}

void add_parallel_variants(std::vector<Config>& configs, const Config& config, const Facts& facts) {
    configs.push_back(config);
    if (facts.machine.cores < 2) return;
    const auto in_tasks = [&](ParallelLoop loop, std::int64_t tasks) {
        add_shared(configs, config, loop, tasks);
    };
    const auto add = [&](ParallelLoop loop) { in_tasks(loop, tasks_of(loop, config, facts)); };
    const auto add_fewer = [&](ParallelLoop parallel, int loop) {
        const std::int64_t all = tasks_of(parallel, config, facts);
        if (can_be_cut(facts.problem, loop))
            for (std::int64_t tasks : fewer_tasks(all, facts.machine.cores))
                in_tasks(parallel, ceil_div(all, ceil_div(all, tasks)));
    };
    const bool by_rows = config.RB() > 0;
    if (by_rows) add(ParallelLoop::Rows);
    if (!by_rows || facts.outer_row >= 0) {
        add(ParallelLoop::Batch);
        add_fewer(ParallelLoop::Batch, facts.batch_loop);
    }
    if (by_rows) return;
    add(ParallelLoop::Columns);
    add_fewer(ParallelLoop::Columns, facts.outer_column);
    const bool single = facts.outer_columns == 1 && facts.outer_rows == 1;
    if (config.jc_in_ir()) {
        if (single) add(ParallelLoop::Ic);
        return;
    }
    add(ParallelLoop::Jc);
    const std::int64_t panels = tasks_of(ParallelLoop::Jc, config, facts);
    const bool whole_panels = facts.N_filled == facts.N && facts.problem.sizes_are_bound();
    if (!config.is<Blocked>() && whole_panels)
        for (std::int64_t tasks : fewer_tasks(panels, facts.machine.cores)) in_tasks(ParallelLoop::Jc, tasks);
    const bool streams = config.is<Stream>() || config.is<AlongK>();
    if (facts.M > 1 && single && !streams) add(ParallelLoop::Ic);
}

} // namespace autoconfig
