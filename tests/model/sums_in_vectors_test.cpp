// Which sums stay in the registers of their reader, and what they cost there.
#include "autoconfig/model/group_cost.h"
#include "tests/model/printed.h"
#include "tests/support/stage_graphs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

namespace autoconfig::testing {
namespace {

using namespace testing_support;
using ::testing::ElementsAre;

/// input -> sum of 3 rows -> output, element by element.
struct SumsInVectors : ::testing::Test {
    StageGraph graph = separable_blur(1024, 64, 1);
    FuncStages &sum = graph.funcs[1], &output = graph.funcs[2];
    const GroupTile lines{TileKind::Rows, 1, 16, 0, true};

    SumsInVectors() {
        sum.dimensions = output.dimensions;
        sum.inlinable = false;
        sum.stages[0].reads.clear();
        StageWork update;
        update.reads = {around(0, 0, 2, 1)};
        update.register_bytes = 4;
        update.iterations = update.innermost = 3;
        update.window = {3};
        update.reduction = Reduction::Sum;
        sum.stages.push_back(update);
        output.stages[0].reads = {around(1, 0, 0, 1)};
    }

    using Sums = autoconfig::SumsInVectors;

    std::vector<int> readers() const {
        return sums_in_vectors({graph.funcs, {2, 1}}, lines, plain_machine()).reader;
    }
};

TEST_F(SumsInVectors, StayInThoseOfTheirReader) { EXPECT_THAT(readers(), ElementsAre(-1, 0)); }

/// sum(x, c, y) of output(x, y, c).
TEST_F(SumsInVectors, StayThereWhateverTheOrderOfOtherDimensions) {
    output.dimensions.push_back({"c", 3});
    sum.dimensions = {output.dimensions[0], output.dimensions[2], output.dimensions[1]};
    Read& read = output.stages[0].reads[0];
    read.at = {{{1, 0, 0}}, {{0, 0, 1}}, {{0, 1, 0}}};
    EXPECT_THAT(readers(), ElementsAre(-1, 0));
    std::swap(read.at[0], read.at[2]);
    EXPECT_THAT(readers(), ElementsAre(-1, -1)) << "rows go another way";
}

TEST_F(SumsInVectors, AreStoredWhereElementsAreReadByOthers) {
    output.stages[0].reads = {around(1, 1, 0, 2)};
    EXPECT_THAT(readers(), ElementsAre(-1, -1));
}

TEST_F(SumsInVectors, AreStoredWhereAnotherLoopReadsThemAgain) {
    output.dimensions.push_back(output.dimensions[1]);
    for (Movement& move : output.stages[0].reads[0].at) move.slope.push_back(0);
    EXPECT_THAT(readers(), ElementsAre(-1, -1));
}

/// An output of 16 bits whose vectors are two of the sum.
TEST_F(SumsInVectors, HaveVectorsAsLongAsTheirReadersWhereRegistersHoldThem) {
    output.store_bytes = output.bytes = 2;
    const Sums sums = sums_in_vectors({graph.funcs, {2, 1}}, lines, plain_machine());
    EXPECT_THAT(sums.reader, ElementsAre(-1, 0));
    EXPECT_THAT(sums.lanes, ElementsAre(32, 32));
    sum.store_bytes = sum.bytes = sum.widest_bytes = 16;
    EXPECT_THAT(readers(), ElementsAre(-1, -1)) << "eight registers";
}

/// Of 3 parts, read by what has vectors of 16 by itself.
TEST_F(SumsInVectors, GiveTheirReaderVectorsOfAsManyParts) {
    sum.stages[1].reads[0].phases = {3};
    const Sums sums = sums_in_vectors({graph.funcs, {2, 1}}, lines, plain_machine());
    EXPECT_THAT(sums.reader, ElementsAre(-1, 0));
    EXPECT_THAT(sums.lanes, ElementsAre(48, 48));
    sum.store_bytes = sum.bytes = sum.widest_bytes = 16;
    EXPECT_THAT(readers(), ElementsAre(-1, -1)) << "twelve registers";
}

TEST_F(SumsInVectors, AreStoredWhereTheReaderIsUpdated) {
    output.stages.push_back(output.stages[0]);
    EXPECT_THAT(readers(), ElementsAre(-1, -1));
}

TEST_F(SumsInVectors, AreStoredWhereTheirRowsAreScanned) {
    sum.stages[1].reduction = Reduction::Scan;
    EXPECT_THAT(readers(), ElementsAre(-1, -1));
}

TEST_F(SumsInVectors, AreStoredWhereVectorsTakeTurns) {
    sum.stages[1].window = {8, 8};
    sum.stages[1].iterations = 64;
    EXPECT_EQ(loops_written_out(sum, sum.stages[1], 16, graph.funcs, plain_machine()), 1);
    EXPECT_THAT(readers(), ElementsAre(-1, -1));
}

TEST_F(SumsInVectors, AreNeitherStoredNorLoaded) {
    const Machine machine = plain_machine();
    const auto cycles = [&](const FuncStages& func, const InRegisters& kept) {
        return vector_cycles(func, func.stages[0], 16, graph.funcs, machine, Clamps::Free, 1, kept);
    };
    EXPECT_DOUBLE_EQ(cycles(sum, {}), 1); // a store of the first value
    EXPECT_LT(cycles(sum, {true, {}}), 1);
    output.stages[0].register_bytes = 0;
    output.stages[0].reads[0].loads = 4;
    EXPECT_DOUBLE_EQ(cycles(output, {}), 2); // 4 loads, 2 a cycle
    EXPECT_DOUBLE_EQ(cycles(output, {false, {1}}), 1);
    EXPECT_DOUBLE_EQ(cycles(output, {false, {0}}), 2);
}

/// input -> sum(x, y, c) of 3 rows -> output(x, y, c), whose channels have 15 of 20 instructions in common.
struct SumsTogether : SumsInVectors {
    SumsTogether() {
        for (FuncStages* func : {&sum, &output})
            func->dimensions.push_back({"c", 3, ExtentSource::Bound, true});
        output.output = true;
        output.stages[0].reads[0].at = {{{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}};
        StageWork& update = sum.stages[1];
        for (Movement& move : update.reads[0].at) move.slope.resize(3);
        update.register_bytes = 4 * 20;
        update.by_loops.add(only(0) | only(1), 4 * 15);
        update.by_loops.add(only(0) | only(1) | only(2), 4 * 5);
    }

    SumTogether elements() const { return sum_together({graph.funcs, {2, 1}}, lines, 1); }
};

TEST_F(SumsTogether, AreThoseOfChannelsThatHaveMuchInCommon) {
    EXPECT_EQ(elements().sum.dimension, 2);
    EXPECT_EQ(elements().sum.elements, 3);
    EXPECT_EQ(elements().leader.dimension, 2);
    EXPECT_THAT(readers(), ElementsAre(-1, 0));
    sum.stages[1].register_bytes += 4 * 60;
    EXPECT_FALSE(elements()) << "most is each one's own";
    sum.stages[1].register_bytes -= 4 * 60;
    sum.dimensions[2].extent = output.dimensions[2].extent = 16;
    EXPECT_FALSE(elements()) << "too many";
}

/// sum(x, y, c) / sum(x, y, 3)
TEST_F(SumsTogether, AreAllThatTheLeaderReadsAlongTheirDimension) {
    sum.dimensions[2].extent = 4;
    Read& read = output.stages[0].reads[0];
    read.at[2].high = 3;
    read.loads = 2;
    EXPECT_EQ(elements().sum.elements, 4);
    EXPECT_EQ(elements().leader.elements, 3);
    output.dimensions[2].source = ExtentSource::Estimate;
    EXPECT_FALSE(elements()) << "how many there are is not known where they are asked for";
    output.dimensions[2].source = ExtentSource::Bound;
    read.at[1].high = 1;
    EXPECT_FALSE(elements()) << "another row";
}

TEST_F(SumsTogether, AreInTilesThatHoldAll) {
    const GroupTile across{TileKind::Rows, 2, 1, 0, true}, around{TileKind::Rows, 1, 16, 0, false};
    for (const GroupTile& tile : {across, around}) EXPECT_FALSE(sum_together({graph.funcs, {2, 1}}, tile, 1));
}

/// output(x, c): columns of all channels.
TEST_F(SumsTogether, AreInColumnsOfWhatHasNoOtherRows) {
    for (FuncStages* func : {&sum, &output}) func->dimensions.erase(func->dimensions.begin() + 1);
    output.stages[0].reads[0].at = {{{1, 0}}, {{0, 1}}};
    StageWork& update = sum.stages[1];
    update.by_loops = {};
    update.by_loops.add(only(0), 4 * 15);
    update.reads[0].at = {{{1, 0}}, {{0, 0}, 0, 2}};
    const GroupTile columns{TileKind::Blocks, -1, 1, 64, true};
    const Group group{graph.funcs, {2, 1}};
    EXPECT_TRUE(sum_together(group, columns, 1));
    EXPECT_TRUE(fits(group, columns, plain_machine()));
    update.by_loops = {};
    EXPECT_FALSE(fits(group, columns, plain_machine())) << "nothing runs down them, nothing is shared across";
}

TEST_F(SumsTogether, TakeWhatIsInCommonOnce) {
    const StageWork& update = sum.stages[1];
    const auto cycles = [&](const Together& together) {
        return vector_cycles(sum, update, 16, graph.funcs, plain_machine(), Clamps::Free, 1,
                             {true, {}, together});
    };
    EXPECT_NEAR(cycles(elements().sum) / cycles({}), (15.0 / 3 + 5) / 20, 0.05);
}

} // namespace
} // namespace autoconfig::testing
