// Replays each way to search on every measured space.
#include "bench/regret/comparison.h"

#include "autoconfig/statistics.h"
#include "bench/regret/search.h"

#include <functional>

namespace autoconfig::bench {

namespace {

constexpr int repetitions = 200; // of a search that goes by chance

using Replay = std::function<Order()>;

/// Factors 1 + regret after each count of trials, their geomean over so many replays.
std::vector<double> factors(const Landscape& landscape, int replays, const Replay& replay) {
    std::vector<std::vector<double>> all(reported_trials().size());
    for (int r = 0; r < replays; ++r) {
        const std::vector<double> regrets = regrets_after(reported_trials(), replay(), landscape);
        for (std::size_t t = 0; t < all.size(); ++t) all[t].push_back(1 + regrets[t]);
    }
    std::vector<double> means;
    for (const std::vector<double>& of_trials : all) means.push_back(geomean(of_trials));
    return means;
}

/// The three ways on one shape, in the order of the rows.
std::vector<std::vector<double>> replay_all(const Landscape& landscape, Chance chance) {
    const std::size_t most = reported_trials().back();
    const Parameters parameters(landscape.configs);
    return {factors(landscape, repetitions, [&] { return random_order(landscape, most, chance); }),
            factors(landscape, repetitions,
                    [&] { return evolutionary_order(landscape, parameters, most, chance); }),
            factors(landscape, 1, [&] { return predicted_order(landscape.predicted_s("")); })};
}

} // namespace

std::vector<int> reported_trials() { return {1, 2, 4, 8, 16, 32, 64}; }

std::vector<SearchRow> compare_searches(const std::vector<Landscape>& landscapes, std::uint64_t seed) {
    std::vector<SearchRow> rows = {
        {"random search", {}}, {"evolutionary search", {}}, {"best of the model", {}}};
    std::vector<std::vector<std::vector<double>>> shapes;
    for (const Landscape& landscape : landscapes)
        shapes.push_back(replay_all(landscape, Chance(seed + shapes.size())));
    for (std::size_t row = 0; row < rows.size(); ++row)
        for (std::size_t t = 0; t < reported_trials().size(); ++t) {
            std::vector<double> over_shapes;
            for (const auto& shape : shapes) over_shapes.push_back(shape[row][t]);
            rows[row].regrets.push_back(geomean(over_shapes) - 1);
        }
    return rows;
}

} // namespace autoconfig::bench
