// Enumeration of blocks and tiles of products between transforms.
#include "autoconfig/space/winograd.h"

#include "autoconfig/space/facts.h"

#include <numeric>
#include <set>

namespace autoconfig {

namespace {

std::vector<std::int64_t> divisors(std::int64_t n) {
    std::vector<std::int64_t> result;
    for (std::int64_t d = 1; d <= n; ++d)
        if (n % d == 0) result.push_back(d);
    return result;
}

/// Channels of the output that a block of products spans: 1, 2 or 4 panels, all, or an equal share for each
/// core. Those that are no whole panels are not split.
std::set<std::int64_t> column_blocks(const Transforms& transforms, bool bound, const Machine& machine) {
    std::set<std::int64_t> blocks = {transforms.output_channels};
    const std::int64_t NR = transforms.panel, all = transforms.output_channels / NR;
    if (!bound || transforms.output_channels % NR != 0) return blocks;
    for (std::int64_t panels : {std::int64_t{1}, std::int64_t{2}, std::int64_t{4}, all / machine.cores})
        if (panels > 0 && panels < all && all % panels == 0) blocks.insert(panels * NR);
    return blocks;
}

/// Adds `config` once for every loop the threads could share, and serial.
void add_parallel_variants(std::vector<Config>& configs, const Config& config, const Facts& facts) {
    configs.push_back(config);
    if (facts.machine.cores < 2) return;
    add_shared(configs, config, ParallelLoop::Ic, facts.M / config.MC);
    add_shared(configs, config, ParallelLoop::Jc, facts.problem.transforms->output_channels / config.NC);
    add_shared(configs, config, ParallelLoop::Batch, facts.outer_rows);
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
        config.lanes = static_cast<int>(std::gcd(transforms.panel, facts.max_lanes));
        config.KC = facts.K;
        config.MC = rows * transforms.tiles_across;
        config.n_v = static_cast<int>(transforms.panel / config.lanes);
        const std::vector<int> tiles = tile_rows(config.MC, config.n_v, facts.max_rows, machine);
        for (int MR : tiles) {
            if (MR != tiles.front() && !keeps_busy(MR, config.n_v, config.MC, facts.mac)) continue;
            config.MR = MR;
            for (std::int64_t columns : column_blocks(transforms, bound, machine)) {
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
