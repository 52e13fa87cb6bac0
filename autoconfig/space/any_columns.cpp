// Tiles whose columns are guarded: whole vectors are computed and what is there is stored.
#include "autoconfig/space/choices.h"

#include <algorithm>
#include <set>

namespace autoconfig {

namespace {

constexpr int most_vectors = 2;

RegisterTile tile_with(const Facts& facts, bool pack_a) {
    RegisterTile tile;
    tile.pack_a = pack_a;
    tile.pack_b = facts.b_wants_packing && facts.b_wrappable;
    return tile;
}

/// In as many chains as are of use.
Config with_chains(const Config& config, const Facts& facts) {
    RegisterTile tile = std::get<RegisterTile>(config.strategy);
    for (const SumsOfElement& sums : sums_side_by_side(config, facts))
        if (sums.b_rows == 1) tile.chains = std::max(tile.chains, sums.chains);
    return config.with(tile);
}

} // namespace

std::vector<Config> tiles_for_any_columns(const Facts& facts) {
    if (!facts.b_contiguous_in_n && facts.b_contiguous_in_k && facts.a_contiguous_in_k && facts.one_k_loop)
        return {{AlongK(), 1, 1, facts.k_lanes}};
    std::vector<Config> tiles;
    for (int n_v = most_vectors; n_v > 0; --n_v) {
        const std::vector<int> rows = tile_rows(
            facts.M, n_v, std::min(facts.addressed_rows, facts.rows_in_l1), facts.registers, facts.window);
        for (int MR : std::set<int>{*std::max_element(rows.begin(), rows.end()), 2, 1})
            for (const bool pack_a : copies_of_a(facts))
                tiles.push_back(with_chains({tile_with(facts, pack_a), MR, n_v, facts.max_lanes}, facts));
    }
    std::stable_sort(tiles.begin(), tiles.end(),
                     [](const Config& x, const Config& y) { return x.MR > y.MR; });
    return tiles;
}

} // namespace autoconfig
