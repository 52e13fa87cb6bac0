// What is decided once all configurations and places are chosen: where results go, tiles, memory.
#include "autoconfig/decide/plan.h"
#include "tests/support/problems.h"
#include "tests/support/stage_graphs.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using namespace testing_support;

Problem product(std::int64_t m, std::int64_t n) {
    Matmul mm;
    mm.m = m, mm.n = n, mm.k = 64;
    return problem_of(mm);
}

Config tile(int rows, int vectors) {
    Config config;
    config.MR = rows, config.n_v = vectors, config.lanes = 8;
    return config;
}

TEST(Result, OfAnOutputThatHoldsWhatItIsAddedToIsMadeApart) {
    Matmul mm;
    mm.m = 1, mm.n = 64, mm.k = 64, mm.in_place = true;
    const ContractionPlan plan = legalise(problem_of(mm), tile(1, 2));
    EXPECT_EQ(plan.result, ResultPlace::Added);
    ASSERT_EQ(storage_of(plan).size(), 1u);
    EXPECT_EQ(storage_of(plan)[0].bytes, 64 * 4);
}

TEST(Storage, OfPackedOperandsIsCounted) {
    Problem problem = product(96, 128);
    RegisterTile a, b;
    a.pack_a = b.pack_b = true;
    const std::vector<Storage> panel = storage_of(legalise(problem, tile(6, 2).with(b)));
    ASSERT_EQ(panel.size(), 1u);
    EXPECT_EQ(panel[0].bytes, 64 * 16 * 4);
    EXPECT_EQ(storage_of(legalise(problem, tile(6, 2).with(a)))[0].bytes, 96 * 64 * 4);
}

TEST(Tile, OfSlidingWindowsDoesNotDivideABoundExtent) {
    StageGraph graph = separable_blur(1024, 64, 1);
    graph.funcs[2].dimensions[1].source = ExtentSource::Bound;
    const GroupTile strip{TileKind::Rows, 1, 16, 0, true};
    EXPECT_EQ(legal_tile(strip, {graph.funcs, {2, 1}}).rows, 17);
    EXPECT_EQ(legal_tile(strip, {graph.funcs, {2}}).rows, 16); // nothing slides
    graph.funcs[2].dimensions[1].source = ExtentSource::Estimate;
    EXPECT_EQ(legal_tile(strip, {graph.funcs, {2, 1}}).rows, 16);
}

/// Equal parts overlap where windows slide, and an output that is written over an input must not be computed
/// twice.
TEST(Tile, OfSlidingWindowsIsNoEqualPartWhereTheOutputMayBeInPlace) {
    StageGraph graph = separable_blur(1024, 64, 1);
    graph.funcs.push_back(plane("beside", 1024, 64));
    const GroupTile half{TileKind::Rows, 1, 32, 0, true, false, 2};
    EXPECT_EQ(legal_tile(half, {graph.funcs, {2, 1}}).parts, 2);
    graph.funcs[2].stages[0].reads.push_back(around(3, 0, 0, 1));
    EXPECT_EQ(legal_tile(half, {graph.funcs, {2, 1}}).parts, 0);
    EXPECT_EQ(legal_tile(half, {graph.funcs, {2}}).parts, 2);
    graph.funcs[1].stages[0].reads[0].producer = 3; // the window is of that input itself
    EXPECT_EQ(legal_tile(half, {graph.funcs, {2, 1}}).parts, 2);
}

TEST(Tile, OfWindowsThatAreUpdatedIsNoEqualPart) {
    StageGraph graph = separable_blur(1024, 64, 1);
    const GroupTile half{TileKind::Rows, 1, 32, 0, true, false, 2};
    graph.funcs[1].stages.push_back(graph.funcs[1].stages[0]);
    EXPECT_EQ(legal_tile(half, {graph.funcs, {2, 1}}).parts, 0);
    graph.funcs[2].stages[0].reads = {around(1, 2, 0, 3)}; // one row of it for each: no window
    EXPECT_EQ(legal_tile(half, {graph.funcs, {2, 1}}).parts, 2);
}

} // namespace
} // namespace autoconfig::testing
