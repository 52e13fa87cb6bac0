// Enumeration of blocks and tiles of products between transforms.
#include "autoconfig/space/winograd.h"

#include "autoconfig/space/facts.h"

#include <algorithm>

namespace autoconfig {

namespace {

std::vector<std::int64_t> divisors(std::int64_t n) {
    std::vector<std::int64_t> result;
    for (std::int64_t d = 1; d <= n; ++d)
        if (n % d == 0) result.push_back(d);
    return result;
}

/// The largest power of two that divides a panel and fits a vector.
int lanes_of(std::int64_t panel, int max_lanes) {
    int lanes = 1;
    while (lanes < max_lanes && panel % (std::int64_t{2} * lanes) == 0) lanes *= 2;
    return lanes;
}

/// Channels of the output that a block of products spans: 1, 2 or 4 panels, or all. Those that are no whole
/// panels are not split.
std::vector<std::int64_t> column_blocks(const Transforms& transforms, bool bound) {
    std::vector<std::int64_t> blocks;
    const std::int64_t NR = transforms.panel;
    if (bound && transforms.output_channels % NR == 0)
        for (std::int64_t panels : {1, 2, 4})
            if (transforms.output_channels % (panels * NR) == 0 && panels * NR < transforms.output_channels)
                blocks.push_back(panels * NR);
    blocks.push_back(transforms.output_channels);
    return blocks;
}

/// Rows of register tiles beside `n_v` vectors: as many as there are registers for, the same evened out over
/// a block, and the most that divide it and keep the multiply-adds busy.
std::vector<int> row_counts(const Facts& facts, std::int64_t MC, std::int64_t n_v) {
    const std::int64_t by_registers = (facts.machine.registers - 1 - n_v) / n_v;
    const std::int64_t most = std::min<std::int64_t>({by_registers, facts.max_rows, MC});
    if (most < 1) return {};
    const std::int64_t even = Facts::ceil_div(MC, Facts::ceil_div(MC, most));
    std::vector<int> rows = {static_cast<int>(most)};
    if (even != most) rows.push_back(static_cast<int>(even));
    const double floor = facts.mac.latency_cycles * facts.mac.per_cycle;
    for (std::int64_t divisor = most; static_cast<double>(divisor * n_v) >= floor; --divisor)
        if (MC % divisor == 0) {
            if (divisor != most && divisor != even) rows.push_back(static_cast<int>(divisor));
            break;
        }
    return rows;
}

void add_parallel_variants(std::vector<Config>& configs, const Config& config, const Facts& facts) {
    const Transforms& transforms = *facts.problem.transforms;
    const auto add = [&](ParallelLoop loop, std::int64_t tasks) {
        if (tasks < 2 || facts.machine.cores < 2) return;
        configs.push_back(config);
        configs.back().parallel = loop;
        configs.back().tasks = static_cast<int>(tasks);
    };
    configs.push_back(config);
    add(ParallelLoop::Ic, facts.M / config.MC);
    add(ParallelLoop::Jc, transforms.output_channels / config.NC);
    add(ParallelLoop::Batch, facts.outer_rows);
}

} // namespace

Space enumerate_winograd(const Problem& problem, const Machine& machine) {
    Space space;
    const Facts facts(problem, machine);
    const Transforms& transforms = *problem.transforms;
    const bool bound = problem.sizes_are_bound();
    for (std::int64_t rows : divisors(transforms.tiles_down)) {
        Config config;
        config.strategy = Strategy::Winograd;
        config.lanes = lanes_of(transforms.panel, facts.max_lanes);
        config.KC = facts.K;
        config.MC = rows * transforms.tiles_across;
        config.n_v = static_cast<int>(transforms.panel / config.lanes);
        for (int MR : row_counts(facts, config.MC, config.n_v)) {
            config.MR = MR;
            for (std::int64_t columns : column_blocks(transforms, bound)) {
                config.NC = columns;
                add_parallel_variants(space.configs, config, facts);
            }
        }
    }
    if (space.configs.empty())
        space.refused.emplace_back("winograd", "panels of " + std::to_string(transforms.panel) +
                                                   " channels are wider than the registers");
    return space;
}

} // namespace autoconfig
