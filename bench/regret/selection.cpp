// The best by the model and a sample of the rest.
#include "bench/regret/selection.h"

#include "bench/regret/chance.h"

#include <algorithm>
#include <numeric>

namespace autoconfig::bench {

namespace {

/// So many of first, first + 1, ..., end - 1, in order.
std::vector<std::size_t> sample(std::size_t first, std::size_t end, std::size_t count, std::uint64_t seed) {
    std::vector<std::size_t> all(end - first);
    std::iota(all.begin(), all.end(), first);
    Chance chance(seed);
    for (std::size_t i = 0; i < count; ++i) std::swap(all[i], all[i + chance.below(all.size() - i)]);
    all.resize(count);
    std::sort(all.begin(), all.end());
    return all;
}

} // namespace

std::vector<Selected> select(std::size_t space, std::size_t most, std::uint64_t seed) {
    const std::size_t best = space <= most ? space : most / 2;
    std::vector<Selected> selected;
    for (std::size_t i = 0; i < best; ++i) selected.push_back({i, 1});
    if (best == space) return selected;
    const std::size_t drawn = most - best;
    for (std::size_t i : sample(best, space, drawn, seed))
        selected.push_back({i, static_cast<double>(space - best) / static_cast<double>(drawn)});
    return selected;
}

} // namespace autoconfig::bench
