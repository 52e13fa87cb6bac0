// Chains, each the sum of some steps of K, and rows of B side by side in a vector.
#include "autoconfig/space/choices.h"

namespace autoconfig {

namespace {

bool is_known(const Facts& facts) { return facts.problem.sizes_are_bound() && facts.k_is_bound; }

/// The innermost reduction loop is over channels, nothing is copied or in blocks of rows, and no tile is
/// tested for what a window leaves of it.
bool applies(const Config& tile, const Facts& facts) {
    const bool copies = tile.pack_a() || tile.pack_b() || (facts.b_wants_packing && !tile.is<AlongK>());
    const bool over_k = facts.k >= 0 && facts.k_loops.front() == facts.k;
    return !copies && tile.RB() == 0 && over_k && !facts.vector_a && !facts.problem.clips_tiles();
}

/// Rows of B that a vector of the tile may hold: some where each row is a part of one, and follows the last.
int rows_a_vector(const Config& tile, const Facts& facts) {
    const bool follow = is_known(facts) && facts.N == tile.lanes && facts.problem.b.step(facts.k) == facts.N;
    const bool fit = follow && tile.lanes > 1 && facts.a_contiguous_in_k && !tile.is<AlongK>();
    return fit ? facts.max_lanes / tile.lanes : 1;
}

} // namespace

std::vector<SumsOfElement> sums_side_by_side(const Config& tile, const Facts& facts) {
    if (!applies(tile, facts)) return {};
    const int elements = tile.MR * tile.n_v;
    const std::int64_t steps = facts.problem.loops[facts.k].extent / (tile.is<AlongK>() ? tile.lanes : 1);
    const double busy = facts.mac.sums_to_keep_busy();
    std::vector<SumsOfElement> all;
    for (int b_rows = 1; b_rows <= rows_a_vector(tile, facts); b_rows *= 2)
        for (int chains = 1; chains == 1 || chains * elements < 2 * busy; chains *= 2) {
            const std::int64_t together = std::int64_t{b_rows} * chains;
            const bool fits = chains * elements + tile.MR + tile.n_v <= facts.registers;
            if (together == 1 || 2 * together > steps || !fits) continue;
            if (b_rows == 1 || steps % together == 0) all.push_back({b_rows, chains});
        }
    return all;
}

} // namespace autoconfig
