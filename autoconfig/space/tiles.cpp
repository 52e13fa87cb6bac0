// Register tiles that a problem's columns, windows and panels leave.
#include "autoconfig/space/choices.h"

#include <algorithm>

namespace autoconfig {

namespace {

/// Tiles of the rows that a clipped window is tested for together.
std::vector<TileShape> clipped_tiles(const Facts& facts, int rows) {
    std::vector<TileShape> tiles;
    for (int n_v = 1; std::int64_t{n_v} * facts.lanes <= facts.N && rows * n_v + n_v + 1 <= facts.registers;
         ++n_v)
        tiles.push_back({rows, n_v});
    return tiles;
}

/// Of as many rows as registers hold; where L1 keeps no line of each of so many, of fewer, too few to keep
/// busy among them: they run in chains. [packed 1x1, 28x28 512->16: tiles 28x1 160 GFLOP/s, 19x1 200; EPYC
/// (Zen 5, family 26 model 2, 2 cores, KVM), 2026-11-22]
std::vector<TileShape> unclipped_tiles(const Facts& facts) {
    std::vector<TileShape> tiles = register_tiles(facts.M, facts.N_filled, facts.lanes, facts.max_rows,
                                                  facts.registers, facts.mac, facts.window);
    const bool kept = std::any_of(tiles.begin(), tiles.end(),
                                  [&](const TileShape& tile) { return tile.MR <= facts.rows_in_l1; });
    for (int n_v = 1; !kept && std::int64_t{n_v} * facts.lanes <= facts.N_filled; ++n_v)
        for (int MR : tile_rows(facts.M, n_v, facts.rows_in_l1, facts.registers, facts.window))
            tiles.push_back({MR, n_v});
    return tiles;
}

} // namespace

std::vector<TileShape> tiles_of(const Facts& facts) {
    const int rows = facts.problem.clipped ? facts.problem.clipped->tile : 0;
    const std::vector<TileShape> all = rows > 0 ? clipped_tiles(facts, rows) : unclipped_tiles(facts);
    std::vector<TileShape> as_panels;
    for (const TileShape& tile : all)
        if (std::int64_t{tile.n_v} * facts.lanes == facts.b_panel) as_panels.push_back(tile);
    if (as_panels.empty() && facts.N_filled > facts.N) { // too few accumulators to keep busy, but no other
        const int n_v = static_cast<int>(facts.b_panel / facts.lanes);
        as_panels.push_back({tile_rows(facts.M, n_v, facts.max_rows, facts.registers).front(), n_v});
    }
    return as_panels.empty() ? all : as_panels;
}

} // namespace autoconfig
