#include "bench/summary.h"
#include "tests/bench/sample_results.h"

#include <gtest/gtest.h>

namespace autoconfig::bench {
namespace {

class Summary : public ::testing::Test {
protected:
    const Results results = sample_results();
    const ShapeResult& cube = results.shapes[0];
    const ShapeResult& wrong = results.shapes[1];
};

TEST_F(Summary, SpeedIsWorkOverMedianTime) {
    const Outcome& mine = cube.contestants[0];
    EXPECT_DOUBLE_EQ(seconds(mine), 0.025);
    EXPECT_DOUBLE_EQ(gflops(cube.shape, mine), 80);
    EXPECT_DOUBLE_EQ(peak_fraction(results, cube.shape, mine), 0.8);
    Results two_threads = results;
    two_threads.threads = 2;
    EXPECT_DOUBLE_EQ(peak_fraction(two_threads, cube.shape, mine), 0.4);
}

TEST_F(Summary, SpeedupIsTheMedianOfRatiosNotTheRatioOfMedians) {
    // 20/25, 24/24, 20/26: the median is 0.8; the ratio of medians would be 20/25 as well, so shift one
    // round.
    Outcome mine = cube.contestants[0], other = cube.contestants[2];
    EXPECT_DOUBLE_EQ(speedup(mine, other), 0.8);
    mine.rounds_s = {1, 2, 4};
    other.rounds_s = {2, 2, 2}; // ratios 2, 1, 0.5; medians 2 and 2
    EXPECT_DOUBLE_EQ(speedup(mine, other), 1);
    other.rounds_s = {3, 2, 20}; // ratios 3, 1, 5; medians 3 and 2
    EXPECT_DOUBLE_EQ(speedup(mine, other), 3);
}

TEST_F(Summary, TheFastestOfAFamilyAndOfAKind) {
    EXPECT_EQ(fastest(cube, "onednn")->name, "onednn_matmul");
    EXPECT_EQ(fastest(cube, Kind::Library)->name, "onednn_matmul"); // not the informational one
    EXPECT_EQ(fastest(cube, "libxsmm"), nullptr);
    EXPECT_EQ(ours(wrong), nullptr);
    EXPECT_EQ(families(results), (std::vector<std::string>{"onednn", "packed", "libxsmm", "adams2019"}));
}

TEST_F(Summary, OracleFigures) {
    const auto figures = oracle(cube);
    ASSERT_TRUE(figures);
    EXPECT_EQ(figures->pick, "second");
    EXPECT_EQ(figures->best, "first");
    EXPECT_EQ(figures->measured, 3);
    EXPECT_EQ(figures->space, 4);
    EXPECT_NEAR(figures->regret, 0.25, 1e-12); // 25/20
    EXPECT_DOUBLE_EQ(figures->tau, 1);         // first < second < third on both sides
    EXPECT_NEAR(figures->error, 22.0 / 25 - 1, 1e-12);
    EXPECT_FALSE(oracle(wrong));
}

TEST_F(Summary, NoOracleWhenThePickDidNotRunRight) {
    ShapeResult broken = cube;
    broken.space[1].status = Status::Wrong;
    EXPECT_FALSE(oracle(broken));
}

TEST_F(Summary, JsonHoldsDerivedFiguresOfWhatRan) {
    const nlohmann::json json = summarised(results);
    const auto& shape = json["shapes"][0];
    EXPECT_EQ(shape["name"], "1000x1000x1000 NN");
    EXPECT_DOUBLE_EQ(shape["contestants"][0]["gflops"], 80);
    EXPECT_DOUBLE_EQ(shape["contestants"][2]["our_speedup"], 0.8);
    EXPECT_FALSE(shape["contestants"][4].contains("gflops"));
    EXPECT_EQ(shape["oracle"]["best"], "first");
    EXPECT_FALSE(json["shapes"][1].contains("oracle"));
    EXPECT_FALSE(json["shapes"][1]["contestants"][1].contains("our_speedup")); // ours was wrong
}

} // namespace
} // namespace autoconfig::bench
