// What is decided once all configurations and places are chosen: where results go, tiles, memory.
#include "autoconfig/decide/plan.h"
#include "tests/support/problems.h"
#include "tests/support/stage_graphs.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using namespace testing_support;

/// A product that is a pipeline's output.
Problem output_of(std::int64_t m, std::int64_t n, bool bound = true) {
    Matmul mm;
    mm.m = m, mm.n = n, mm.k = 64, mm.bound = bound, mm.in_place = true;
    return problem_of(mm);
}

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

TEST(Result, OfAnOutputIsAddedTileByTile) {
    for (const bool bound : {true, false})
        EXPECT_EQ(legalise(output_of(577, 577, bound), tile(6, 2)).result, ResultPlace::Output);
}

TEST(Result, IsUnrolledButWhereVectorsMayLieOutsideAConstantExtent) {
    EXPECT_TRUE(legalise(output_of(60, 64), tile(6, 2)).unrolled_adds);
    EXPECT_FALSE(legalise(output_of(60, 65), tile(6, 2)).unrolled_adds);
    EXPECT_TRUE(legalise(output_of(60, 65, false), tile(6, 2)).unrolled_adds);
}

TEST(Result, ThatHalideTakesForAlignedIsMadeApart) {
    Problem problem = output_of(1, 64);
    problem.rows_aligned_on_trust = 1;
    const ContractionPlan plan = legalise(problem, tile(1, 2));
    EXPECT_EQ(plan.result, ResultPlace::Added);
    EXPECT_FALSE(plan.vector_adds);
    ASSERT_EQ(storage_of(plan).size(), 1u);
    EXPECT_EQ(storage_of(plan)[0].bytes, 64 * 4);
    problem.rows_aligned_on_trust = 4; // only where so many are unrolled
    EXPECT_EQ(legalise(problem, tile(1, 2)).result, ResultPlace::Output);
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

} // namespace
} // namespace autoconfig::testing
