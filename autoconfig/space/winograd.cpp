// winograd: register tiles x blocks of whole rows of tiles x panels a block x parallel loop, for a problem
// with transforms, whose panels are as wide as a register tile.
#include "autoconfig/space/choices.h"

#include <fmt/format.h>

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
std::set<std::int64_t> column_blocks(const Facts& facts) {
    const Transforms& transforms = *facts.problem.transforms;
    std::set<std::int64_t> blocks = {transforms.output_channels};
    const std::int64_t NR = transforms.panel, all = transforms.output_channels / NR;
    if (!facts.problem.sizes_are_bound() || transforms.output_channels % NR != 0) return blocks;
    for (std::int64_t panels : {std::int64_t{1}, std::int64_t{2}, std::int64_t{4}, all / facts.machine.cores})
        if (panels > 0 && panels < all && all % panels == 0) blocks.insert(panels * NR);
    return blocks;
}

} // namespace

std::string Winograd::words(const Config& /*config*/) const { return fmt::format(" mc{} nc{}", MC, NC); }

void Winograd::enumerate(Space& space, const Facts& facts) {
    const Transforms& transforms = *facts.problem.transforms;
    const int lanes = static_cast<int>(std::gcd(transforms.panel, facts.max_lanes));
    const int n_v = static_cast<int>(transforms.panel / lanes);
    for (std::int64_t rows : divisors(transforms.tiles_down)) {
        const std::int64_t MC = rows * transforms.tiles_across;
        const std::vector<int> tiles = tile_rows(MC, n_v, facts.max_rows, facts.registers);
        for (int MR : tiles) {
            if (MR != tiles.front() && !keeps_busy(MR, n_v, MC, facts.mac)) continue;
            for (std::int64_t NC : column_blocks(facts)) {
                const Config serial = {Winograd{MC, NC}, MR, n_v, lanes};
                space.configs.push_back(serial);
                if (facts.machine.cores < 2) continue;
                add_shared(space.configs, serial, ParallelLoop::Ic, facts.M / MC);
                add_shared(space.configs, serial, ParallelLoop::Jc, transforms.output_channels / NC);
                add_shared(space.configs, serial, ParallelLoop::Batch, facts.outer_rows);
            }
        }
    }
    if (space.configs.empty())
        space.refuse(name,
                     fmt::format("panels of {} channels are wider than the registers", transforms.panel));
}

} // namespace autoconfig
