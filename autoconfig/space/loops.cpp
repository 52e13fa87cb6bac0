// Blocks of rows, and the loops that threads could share, in as many tasks as seems worth trying.
#include "autoconfig/space/loops.h"

#include <algorithm>
#include <set>

namespace autoconfig {

namespace {

/// As many tasks as products, and as many as cores where that many share them evenly.
std::set<std::int64_t> tasks_of_batch(const Facts& facts) {
    const std::int64_t all = facts.outermost_batch, cores = facts.machine.cores;
    const bool known =
        facts.batch_loop >= 0 && facts.problem.loops[facts.batch_loop].source == ExtentSource::Bound;
    return known && all % cores == 0 ? std::set<std::int64_t>{all, cores} : std::set<std::int64_t>{all};
}

/// The extent must be known where a block's end moves inwards, and no element of a sum in place may be met
/// twice.
std::vector<std::int64_t> shares_of_tiles(const Facts& facts, int MR) {
    if (facts.row < 0 || facts.problem.loops[facts.row].source != ExtentSource::Bound) return {0};
    const std::int64_t share = ceil_div(ceil_div(facts.M, facts.machine.cores), MR) * MR;
    const bool once = !facts.in_place || facts.M % share == 0;
    return share < facts.M && once ? std::vector<std::int64_t>{0, share} : std::vector<std::int64_t>{0};
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

void add_shared(std::vector<Config>& configs, const Config& config, ParallelLoop loop, std::int64_t tasks) {
    if (tasks < 2) return;
    configs.push_back(config);
    configs.back().parallel = loop;
    configs.back().tasks = static_cast<int>(tasks);
}

void add_parallel_variants(std::vector<Config>& configs, const Config& config, const Facts& facts) {
    configs.push_back(config);
    if (facts.machine.cores < 2) return;
    const auto add = [&](ParallelLoop loop, std::int64_t tasks) { add_shared(configs, config, loop, tasks); };
    const bool by_rows = config.RB > 0;
    if (by_rows) add(ParallelLoop::Rows, ceil_div(facts.blocked_rows, config.RB));
    if (!by_rows || facts.outer_row >= 0)
        for (std::int64_t tasks : tasks_of_batch(facts)) add(ParallelLoop::Batch, tasks);
    if (by_rows) return;
    add(ParallelLoop::Columns, facts.longest_outer_columns);
    const bool blocked = config.strategy == Strategy::Blocked && !facts.in_place;
    const std::int64_t panels = ceil_div(facts.N, blocked ? config.NC : config.NR());
    add(ParallelLoop::Jc, panels);
    // An equal share of panels for each core, which reads B in one run and finds it in its caches the next
    // time.
    const std::int64_t cores = facts.machine.cores;
    const bool even = panels % cores == 0 || panels > 8 * cores;
    if (panels > cores && even && !blocked && facts.problem.sizes_are_bound()) add(ParallelLoop::Jc, cores);
    if (facts.M > 1 && facts.outer_columns == 1 && facts.outer_rows == 1 &&
        config.strategy != Strategy::Stream)
        add(ParallelLoop::Ic, ceil_div(facts.M, blocked ? config.MC : config.MR));
}

} // namespace autoconfig
