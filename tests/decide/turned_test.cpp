// Funcs whose rows run along another of their dimensions.
#include "autoconfig/decide/turned.h"
#include "autoconfig/model/group_cost.h"
#include "tests/model/plain_machine.h"
#include "tests/support/stage_graphs.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace autoconfig::testing {
namespace {

using namespace testing_support;

TEST(Turned, BringsADimensionForwardInLoopsAndReads) {
    FuncStages func = resampled().funcs[2];
    func = turned(func, 1);
    EXPECT_TRUE(func.turned);
    EXPECT_EQ(func.dimensions[0].name, "y");
    EXPECT_EQ(func.dimensions[1].name, "x");
    const Read& read = func.stages[0].reads[0];
    EXPECT_EQ(read.at[0].slope, (std::vector<double>{0, 1}));
    EXPECT_TRUE(read.at[0].scattered_by(1));
    EXPECT_EQ(read.at[1].slope, (std::vector<double>{1, 0}));
    Read of_it = around(2, 0, 2, 3);
    turn(of_it, 1);
    EXPECT_EQ(of_it.at[0].high, 2);
    EXPECT_EQ(of_it.at[1].high, 0);
}

TEST(Turned, IsWorthItWhereRowsOrThoseOfReadersGather) {
    const StageGraph graph = resampled(), blur = separable_blur(64, 64, 1);
    EXPECT_EQ(worth_turning(2, graph.funcs, {}), (std::vector<std::size_t>{1}));
    EXPECT_TRUE(worth_turning(2, blur.funcs, {}).empty());
    EXPECT_TRUE(worth_turning(1, blur.funcs, {2}).empty());
    StageGraph transposed = blur;
    std::swap(transposed.funcs[2].stages[0].reads[0].at[0], transposed.funcs[2].stages[0].reads[0].at[1]);
    EXPECT_EQ(worth_turning(1, transposed.funcs, {2}), (std::vector<std::size_t>{1}));
    transposed.funcs[1].dimensions[1].vectors = false;
    EXPECT_TRUE(worth_turning(1, transposed.funcs, {2}).empty());
}

TEST(Turned, NotAlongAKnownNumberOfRowsOfTwoElements) {
    StageGraph graph = separable_blur(64, 64, 1);
    FuncStages& output = graph.funcs[2];
    output.dimensions[1].source = ExtentSource::Bound;
    EXPECT_FALSE(loads_strided_along(output, 1, graph.funcs));
    graph.funcs[1].dimensions[0].extent = 2;
    EXPECT_TRUE(loads_strided_along(output, 1, graph.funcs));
    output.dimensions[1].source = ExtentSource::Estimate;
    EXPECT_FALSE(loads_strided_along(output, 1, graph.funcs));
}

TEST(Turned, OutputsStoreLaneByLane) {
    FuncStages func = separable_blur(2048, 2048, 1).funcs[2];
    const std::vector<FuncStages> funcs = separable_blur(2048, 2048, 1).funcs;
    func.stages[0].reads.clear();
    EXPECT_LT(vector_cycles(func, func.stages[0], 16, funcs, plain_machine()), 16);
    func = turned(func, 1);
    EXPECT_DOUBLE_EQ(vector_cycles(func, func.stages[0], 16, funcs, plain_machine()),
                     16 / plain_machine().stores_per_cycle);
}

} // namespace
} // namespace autoconfig::testing
