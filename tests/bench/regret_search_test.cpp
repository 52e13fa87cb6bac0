#include "bench/regret/comparison.h"
#include "bench/regret/search.h"
#include "tests/bench/regret_landscape.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <set>

namespace autoconfig::bench {
namespace {

using ::testing::ElementsAre;

TEST(Parameters, AreTheWordsOfNames) {
    const Parameters space({"blocked mr6 kc384 pack_b", "stream mr6 along_k", "blocked mr4 kc96 ic12"});
    EXPECT_THAT(space.names(), ElementsAre("along_k", "blocked", "ic", "kc", "mr", "pack_b", "stream"));
    EXPECT_THAT(space.points()[0], ElementsAre(0, 1, 0, 384, 6, 1, 0));
    EXPECT_THAT(space.points()[1], ElementsAre(1, 0, 0, 0, 6, 0, 1));
    EXPECT_THAT(space.values(3), ElementsAre(0, 96, 384));
    EXPECT_EQ(distance(space.points()[0], space.points()[2]), 4); // mr, kc, pack_b, ic
    EXPECT_EQ(distance(space.points()[1], space.points()[1]), 0);
}

TEST(Search, RegretIsThatOfTheBestSoFar) {
    const Landscape space = made_up({{"a", 4}, {"b", 2}, {"c", 3}, {"d", 6}}, {{"", {1, 2, 3, 4}}});
    EXPECT_THAT(regrets_after({1, 2, 3, 4, 8}, {3, 2, 0, 1}, space), ElementsAre(2, 0.5, 0.5, 0, 0));
}

TEST(Search, ThePredictedOrderIsThatOfTheModel) {
    EXPECT_THAT(predicted_order({3, 1, 2, 1}), ElementsAre(1, 3, 2, 0));
}

/// 100 configurations of two parameters, the fastest at mr7 nv3.
Landscape bowl() {
    std::vector<std::pair<std::string, double>> measured;
    std::vector<double> predicted;
    for (int mr = 1; mr <= 10; ++mr)
        for (int nv = 1; nv <= 10; ++nv) {
            measured.emplace_back("tile mr" + std::to_string(mr) + " nv" + std::to_string(nv),
                                  1 + 0.1 * (std::abs(mr - 7) + std::abs(nv - 3)));
            predicted.push_back(1 + 0.1 * std::abs(mr - 6) + 0.1 * std::abs(nv - 3)); // off by one
        }
    return made_up(measured, {{"", predicted}});
}

TEST(Search, EachOrderMeasuresEveryConfigurationOnce) {
    const Landscape space = bowl();
    const Parameters parameters(space.configs);
    for (std::uint64_t seed : {1, 2, 3}) {
        Chance chance(seed);
        for (const Order& order :
             {random_order(space, 1000, chance), evolutionary_order(space, parameters, 1000, chance)}) {
            EXPECT_EQ(order.size(), 100u);
            EXPECT_EQ(std::set<std::size_t>(order.begin(), order.end()).size(), 100u);
        }
        EXPECT_EQ(random_order(space, 7, chance).size(), 7u);
        EXPECT_EQ(evolutionary_order(space, parameters, 20, chance).size(), 20u);
    }
}

TEST(Search, TheSeedDetermines) {
    const Landscape space = bowl();
    const Parameters parameters(space.configs);
    const auto evolve = [&](std::uint64_t seed) {
        Chance chance(seed);
        return evolutionary_order(space, parameters, 64, chance);
    };
    EXPECT_EQ(evolve(5), evolve(5));
    EXPECT_NE(evolve(5), evolve(6));
}

TEST(Search, AConfigurationThatStandsForSeveralComesUpThatOften) {
    Landscape space = made_up({{"a", 1}, {"b", 2}}, {{"", {1, 2}}});
    space.weights = {1, 9};
    Chance chance(1);
    const Order order = random_order(space, 100, chance);
    EXPECT_EQ(order.size(), 10u);
    EXPECT_EQ(std::count(order.begin(), order.end(), 1u), 9);
    int first = 0;
    for (int i = 0; i < 1000; ++i) first += random_order(space, 1, chance).front() == 0;
    EXPECT_NEAR(first, 100, 40);
}

TEST(Comparison, EvolutionBeatsChanceOnASmoothSpaceAndTheModelNeedsFewTrials) {
    const std::vector<SearchRow> rows = compare_searches({bowl()}, 1);
    ASSERT_EQ(rows.size(), 3u);
    const auto &random = rows[0].regrets, &evolution = rows[1].regrets, &model = rows[2].regrets;
    ASSERT_EQ(random.size(), reported_trials().size());
    // One trial at random: the mean of |mr-7| + |nv-3| is 5.6 tenths.
    EXPECT_NEAR(random[0], 0.55, 0.06);
    EXPECT_NEAR(evolution[0], random[0], 0.08);
    EXPECT_LT(evolution[5], random[5]); // 32 trials
    EXPECT_LT(evolution[6], 0.02);      // 64 trials
    EXPECT_NEAR(model[0], 0.1, 1e-9);
    EXPECT_NEAR(model[3], 0, 1e-9); // among the best eight is the fastest: one step away
    for (std::size_t t = 1; t < random.size(); ++t) {
        EXPECT_LE(random[t], random[t - 1]);
        EXPECT_LE(evolution[t], evolution[t - 1]);
    }
}

TEST(Comparison, AveragesShapesByTheirFactors) {
    const Landscape good = made_up({{"a", 1}, {"b", 2}}, {{"", {1, 2}}});
    const Landscape bad = made_up({{"a", 4}, {"b", 1}}, {{"", {1, 2}}});
    EXPECT_NEAR(compare_searches({good, bad}, 1)[2].regrets[0], 1, 1e-12); // sqrt(1 * 4) - 1
}

} // namespace
} // namespace autoconfig::bench
