#include "bench/regret/ablation.h"
#include "bench/regret/selection.h"
#include "tests/bench/regret_landscape.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace autoconfig::bench {
namespace {

TEST(Judgement, OfFourConfigurations) {
    // Chosen: the second, 1.5 s, predicted 1.2 s; fastest: the fourth, 1.2 s. Of the six pairs, predicted and
    // measured: 12 +, 13 +, 14 +, 23 +, 24 -, 34 - (the fourth is predicted slower than both, but is faster).
    const Landscape space =
        made_up({{"a", 2.0}, {"b", 1.5}, {"c", 1.6}, {"d", 1.2}}, {{"", {2.5, 1.2, 1.3, 1.4}}});
    const Judgement judgement = judge(space, space.predicted_s(""));
    EXPECT_DOUBLE_EQ(judgement.regret, 1.5 / 1.2 - 1);
    EXPECT_DOUBLE_EQ(judgement.tau, (4.0 - 2.0) / 6.0);
    EXPECT_DOUBLE_EQ(judgement.error, 1.2 / 1.5 - 1);
}

TEST(Judgement, TheFirstOfEquallyGoodPredictionsIsChosen) {
    const Landscape space = made_up({{"a", 3.0}, {"b", 1.0}}, {{"", {2.0, 2.0}}});
    const Judgement judgement = judge(space, space.predicted_s(""));
    EXPECT_DOUBLE_EQ(judgement.regret, 2);
    EXPECT_TRUE(std::isnan(judgement.tau));
}

TEST(Judgement, SummaryOfThree) {
    // Factors 1, 1.21, 1.1: their geomean is 1.1. The 95th percentile of three lies 0.9 of the way from the
    // middle one to the largest.
    const RegretSummary summary = summarise({{0, 0.5, -0.1}, {0.21, NAN, 0.3}, {0.1, 0.7, 0.2}});
    EXPECT_EQ(summary.shapes, 3);
    EXPECT_NEAR(summary.regret, 0.1, 1e-12);
    EXPECT_NEAR(summary.p95, 0.1 + 0.9 * 0.11, 1e-12);
    EXPECT_DOUBLE_EQ(summary.worst, 0.21);
    EXPECT_DOUBLE_EQ(summary.tau, 0.6);
    EXPECT_DOUBLE_EQ(summary.error, 0.2);
}

TEST(Judgement, OfNothingHasNoValue) {
    const RegretSummary summary = summarise({});
    EXPECT_EQ(summary.shapes, 0);
    EXPECT_TRUE(std::isnan(summary.regret));
    EXPECT_TRUE(std::isnan(summary.worst));
}

TEST(Ablation, LeavesOutEachTermOverAllShapes) {
    // Without T_a the slow configuration of the first shape is chosen; T_b changes nothing.
    const Landscape first =
        made_up({{"a", 1.0}, {"b", 2.0}}, {{"", {1.0, 1.5}}, {"T_a", {1.0, 0.5}}, {"T_b", {1.0, 1.4}}});
    const Landscape second = made_up({{"a", 1.0}, {"b", 2.0}}, {{"", {1.0, 2.0}}, {"T_b", {1.0, 2.0}}});
    const std::vector<AblationRow> rows = ablate({first, second});
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0].term, "T_a");
    EXPECT_EQ(rows[0].shapes, 1);
    EXPECT_EQ(rows[0].without.shapes, 2);
    EXPECT_DOUBLE_EQ(rows[0].without.worst, 1);
    EXPECT_NEAR(rows[0].without.regret, std::sqrt(2.0) - 1, 1e-12);
    EXPECT_EQ(rows[1].term, "T_b");
    EXPECT_EQ(rows[1].shapes, 2);
    EXPECT_DOUBLE_EQ(rows[1].without.regret, 0);
}

TEST(Landscape, PairsWhatBothKnowInTheModelsOrder) {
    MeasuredSpace measured;
    measured.shape = MatmulShape();
    measured.configs = {{"gone", 5, 0, 1, 1}, {"b", 3, 0, 1, 1}, {"a", 4, 0, 1, 2.5}};
    measured.failed = {{"crashes", "signal 11"}};
    ModelledSpace modelled;
    modelled.configs = {"a", "new", "b", "crashes", "x", "y"};
    modelled.predicted_s = [](const std::string&) { return std::vector<double>{1, 2, 3, 4, 5, 6}; };
    const Landscape space = landscape(measured, modelled);
    EXPECT_EQ(space.configs, (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(space.seconds, (std::vector<double>{4, 3}));
    EXPECT_EQ(space.weights, (std::vector<double>{2.5, 1}));
    EXPECT_EQ(space.predicted_s(""), (std::vector<double>{1, 3}));
    EXPECT_EQ(space.unknown, 1); // six, of which two stand for 3.5 and one crashed
    EXPECT_DOUBLE_EQ(best_seconds(space), 3);
}

TEST(Selection, TakesASmallSpaceWhole) {
    const std::vector<Selected> all = select(3, 4, 1);
    ASSERT_EQ(all.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(all[i].index, i);
        EXPECT_EQ(all[i].weight, 1);
    }
}

TEST(Selection, TakesTheBestAndASampleOfALargeOne) {
    const std::vector<Selected> some = select(100, 20, 1);
    ASSERT_EQ(some.size(), 20u);
    std::set<std::size_t> indices;
    double weight = 0;
    for (std::size_t i = 0; i < some.size(); ++i) {
        const bool best = i < 10;
        EXPECT_EQ(some[i].index == i, best);
        EXPECT_EQ(some[i].weight, best ? 1 : 9);
        EXPECT_LT(some[i].index, 100u);
        indices.insert(some[i].index);
        weight += some[i].weight;
    }
    EXPECT_EQ(indices.size(), 20u);
    EXPECT_DOUBLE_EQ(weight, 100);
    const auto index_of = [](const Selected& one) { return one.index; };
    std::vector<std::size_t> again, other;
    for (const Selected& one : select(100, 20, 1)) again.push_back(index_of(one));
    for (const Selected& one : select(100, 20, 2)) other.push_back(index_of(one));
    EXPECT_EQ(again, std::vector<std::size_t>(indices.begin(), indices.end()));
    EXPECT_NE(other, again);
}

} // namespace
} // namespace autoconfig::bench
