// Enumeration of chains, each the sum of some steps of K, and of rows of B side by side in a vector.
#include "autoconfig/space/chains.h"

#include "autoconfig/space/loops.h"

namespace autoconfig {

namespace {

/// The innermost reduction loop is over channels, and nothing of it is copied, cut short or in blocks of
/// rows.
bool applies(const Config& tile, const Facts& facts) {
    const bool copies = tile.pack_a || tile.pack_b || (facts.b_wants_packing && !tile.k_vectorised);
    const bool over_k = facts.k >= 0 && facts.k_loops.front() == facts.k;
    const bool known = facts.problem.sizes_are_bound() && facts.k_is_bound;
    return !copies && tile.RB == 0 && over_k && known && !facts.vector_a && !facts.problem.clipped;
}

/// Rows of B that a vector of the tile may hold: some where each row is a part of one, and follows the last.
int rows_a_vector(const Config& tile, const Facts& facts) {
    const bool follow = facts.N == tile.lanes && facts.problem.b.step(facts.k) == facts.N;
    const bool fit = follow && tile.lanes > 1 && facts.a_contiguous_in_k && !tile.k_vectorised;
    return fit ? facts.max_lanes / tile.lanes : 1;
}

} // namespace

void add_chains(std::vector<Config>& configs, const Config& tile, const Facts& facts) {
    if (!applies(tile, facts)) return;
    const int sums = tile.MR * tile.n_v;
    const std::int64_t steps = facts.problem.loops[facts.k].extent / (tile.k_vectorised ? tile.lanes : 1);
    const double busy = facts.mac.latency_cycles * facts.mac.per_cycle;
    Config config = tile;
    for (config.b_rows = 1; config.b_rows <= rows_a_vector(tile, facts); config.b_rows *= 2)
        for (config.chains = 1; config.chains == 1 || config.chains * sums < 2 * busy; config.chains *= 2) {
            const std::int64_t together = std::int64_t{config.b_rows} * config.chains;
            const bool fits = config.chains * sums + tile.MR + tile.n_v <= facts.machine.registers;
            if (together == 1 || 2 * together > steps || !fits) continue;
            if (config.b_rows > 1 && steps % together != 0) continue;
            add_parallel_variants(configs, config, facts);
        }
}

} // namespace autoconfig
