// Terms of a group against numbers worked out by hand, on the plain machine.
#include "autoconfig/model/group_cost.h"
#include "tests/model/plain_machine.h"
#include "tests/support/stage_graphs.h"

#include <gtest/gtest.h>

#include <utility>

namespace autoconfig::testing {
namespace {

using namespace testing_support;

double term(const Cost& cost, const std::string& name) {
    for (const Term& one : cost.terms)
        if (one.name == name) return one.total;
    return -1;
}

TEST(VectorCycles, AreTheSlowestOfArithmeticLoadsStoresAndFrontEnd) {
    const Machine machine = plain_machine();
    StageGraph graph = separable_blur(1024, 64, 20);
    // 20 instructions on 2 ports; 3 loads, two of which cross lines in every vector: taken as 2 accesses
    // each.
    EXPECT_DOUBLE_EQ(vector_cycles(graph.funcs[1], graph.funcs[1].stages[0], 16, graph.funcs, machine), 10);
    graph = separable_blur(1024, 64, 1);
    EXPECT_DOUBLE_EQ(vector_cycles(graph.funcs[1], graph.funcs[1].stages[0], 16, graph.funcs, machine), 3);
    // Along y loads are aligned: 3 / 2, less than 1 + 3 + 1 + 2 micro-ops at 4 a cycle.
    EXPECT_DOUBLE_EQ(vector_cycles(graph.funcs[2], graph.funcs[2].stages[0], 16, graph.funcs, machine), 1.75);
}

TEST(VectorCycles, GathersLaneByLane) {
    const Machine machine = plain_machine();
    StageGraph graph = separable_blur(1024, 64, 1);
    graph.funcs[2].stages[0].reads[0].loads = 1;
    graph.funcs[2].stages[0].reads[0].at = {{{0, 1}, 0, 0}, {{1, 0}, 0, 0}}; // transposed
    EXPECT_DOUBLE_EQ(vector_cycles(graph.funcs[2], graph.funcs[2].stages[0], 16, graph.funcs, machine), 16);
}

const GroupTile line_by_line{TileKind::Rows, 1, 16, 0, true};

TEST(Lanes, OfSingleElements) {
    StageGraph graph = separable_blur(1024, 64, 1);
    graph.funcs[1].dimensions.clear();
    graph.funcs[1].stages[0].reads.clear();
    graph.funcs[2].stages[0].reads = {{1, 1, {}}};
    EXPECT_EQ(lanes_of({graph.funcs, {2, 1}}, line_by_line, plain_machine()), (std::vector<int>{16, 1}));
    EXPECT_EQ(bound_rows({graph.funcs, {2, 1}}, line_by_line), (std::vector<std::int64_t>{0, 0}));
}

/// The leader's rows are bound to be as long; it reads every other element.
std::vector<int> lanes_of_every_other(std::int64_t row) {
    StageGraph graph = separable_blur(row, 64, 1);
    graph.funcs[2].dimensions[0].source = ExtentSource::Bound;
    graph.funcs[2].stages[0].reads[0].at[0].slope[0] = 2;
    return lanes_of({graph.funcs, {2, 1}}, line_by_line, plain_machine());
}

TEST(Lanes, OfEveryOtherElement) {
    EXPECT_EQ(lanes_of_every_other(16)[0], 1); // a single vector
    EXPECT_EQ(lanes_of_every_other(32)[0], 16);
}

TEST(VectorCycles, OfASmallWindowDoNotWaitForTheSum) {
    const Machine machine = plain_machine();
    StageGraph graph = separable_blur(1024, 64, 1);
    StageWork& sum = graph.funcs[1].stages[0];
    sum.reads[0].loads = 1;
    sum.iterations = 25;
    EXPECT_FALSE(is_written_out(sum));
    EXPECT_DOUBLE_EQ(vector_cycles(graph.funcs[1], sum, 16, graph.funcs, machine), 4); // latency of a sum
    sum.windowed = true;
    sum.reduction = Reduction::Sum;
    EXPECT_TRUE(is_written_out(sum));
    EXPECT_DOUBLE_EQ(vector_cycles(graph.funcs[1], sum, 16, graph.funcs, machine), 1); // 2 loads, 2 a cycle
    sum.iterations = 200;                                                              // too much code
    EXPECT_FALSE(is_written_out(sum));
}

/// input -> first -> second -> output, each of three rows of the one before; whether `first` keeps strips.
bool first_keeps_strips(const Read& of_output, double rows_of_second) {
    StageGraph graph = separable_blur(1024, 64, 1);
    graph.funcs[1].stages[0].reads = {around(0, 0, 0, 1)};
    graph.funcs[2].stages[0].reads = {around(1, 0, rows_of_second - 1, rows_of_second)};
    graph.funcs.push_back(computed(graph.funcs[2], "last", 1, {around(2, 0, 2, 3)}));
    if (of_output.loads > 0) graph.funcs[3].stages[0].reads.push_back(of_output);
    return keeps_strips({graph.funcs, {3, 2, 1}}, 1)[2];
}

TEST(Strips, AreKeptWhereTheWarmUpOfAReaderShows) {
    const Read nothing = around(1, 0, 0, 0);
    EXPECT_TRUE(first_keeps_strips(nothing, 3));
    EXPECT_FALSE(first_keeps_strips(nothing, 1));
    EXPECT_TRUE(first_keeps_strips(around(1, 0, 0, 1), 1));  // one row beside three
    EXPECT_FALSE(first_keeps_strips(around(1, 0, 4, 5), 3)); // all that the reader asks for
}

TEST(Abreast, AreTheRowsOfAScanThatHideItsLatency) {
    const Machine machine = plain_machine();
    StageGraph graph = separable_blur(1024, 64, 1);
    FuncStages& func = graph.funcs[1];
    StageWork& scan = func.stages[0];
    scan.iterations = 2;
    scan.along_rows = false;
    scan.pure_loop = 1;
    EXPECT_EQ(abreast(func, scan, machine), 1); // no reduction
    scan.reduction = Reduction::Scan;
    const auto chains = static_cast<int>(machine.mac_f32.latency_cycles * machine.mac_f32.per_cycle);
    EXPECT_EQ(abreast(func, scan, machine), chains);
    EXPECT_DOUBLE_EQ(vector_cycles(func, scan, 1, graph.funcs, machine), machine.mac_f32.latency_cycles);
    EXPECT_LT(vector_cycles(func, scan, 1, graph.funcs, machine, Clamps::Free, chains),
              machine.mac_f32.latency_cycles);
    func.dimensions[1].extent = chains - 1;
    EXPECT_EQ(abreast(func, scan, machine), 1);
}

TEST(Abreast, AreSumsOfTuplesOnly) {
    StageGraph graph = separable_blur(1024, 64, 1);
    FuncStages& func = graph.funcs[1];
    func.stages[0].along_rows = false;
    func.stages[0].pure_loop = 0;
    func.stages[0].reduction = Reduction::Sum;
    EXPECT_EQ(abreast(func, func.stages[0], plain_machine()), 1);
    func.bytes = 2 * func.store_bytes;
    EXPECT_GT(abreast(func, func.stages[0], plain_machine()), 1);
}

/// Cycles of bringing 1536 columns as rows: 2560 lines a row, 6144 bytes apart, fall on few sets.
TEST(Crossing, BringsLinesAgainThatNoCacheKeeps) {
    const Machine machine = plain_machine();
    const std::vector<FuncStages> funcs = {plane("columns", 1536, 2560), plane("rows", 2560, 1536)};
    const Group rows{funcs, {1}};
    const Read transposed{0, 1, {{{0, 1}, 0, 0}, {{1, 0}, 0, 0}}};
    EXPECT_TRUE(crosses_rows(transposed));
    EXPECT_FALSE(crosses_rows(around(0, 2, 2, 9)));
    StageWork stage;
    stage.reads = {transposed};
    EXPECT_EQ(crossed_lines(rows, 0, stage, {{16, 1536}}, 160, machine).lines, 0);
    const CrossedLines crossed = crossed_lines(rows, 0, stage, {{2560, 1536}}, 1, machine);
    EXPECT_EQ(crossed.lines, 2560.0 * 1536);
    EXPECT_GE(crossed.cycles, crossed.lines * machine.l1_l2_cycles_per_line);
    stage.reduction = Reduction::Sum;
    EXPECT_EQ(crossed_lines(rows, 0, stage, {{2560, 1536}}, 1, machine).lines, 0);
}

TEST(VectorCycles, PlacesThatHoldAlongARowAreComputedBeforeIt) {
    StageGraph graph = separable_blur(1024, 64, 40);
    StageWork& stage = graph.funcs[1].stages[0];
    stage.place_bytes = 4 * 30;
    const auto cycles = [&] {
        return vector_cycles(graph.funcs[1], stage, 16, graph.funcs, plain_machine());
    };
    stage.reads[0].loads = 1;
    stage.reads[0].at[1].scattered = {false, true};
    EXPECT_DOUBLE_EQ(cycles(), 10 / 2.0);
    stage.reads[0].at[1].scattered = {true, true};
    EXPECT_GE(cycles(), 40 / 2.0);
}

TEST(GroupCost, TurnedMembersAreWholeVectorsInBlocks) {
    StageGraph graph = separable_blur(1024, 64, 1);
    for (Movement& move : graph.funcs[1].stages[0].reads[0].at) move.floored = move.capped = true;
    const auto suits = [&](TileKind kind, std::int64_t rows) {
        GroupTile tile{kind, 1, rows, 64, true};
        return cost_of({graph.funcs, {2, 1}}, tile, plain_machine(), Words::No).has_value();
    };
    EXPECT_TRUE(suits(TileKind::Blocks, 8));
    std::swap(graph.funcs[1].dimensions[0], graph.funcs[1].dimensions[1]);
    std::swap(graph.funcs[2].stages[0].reads[0].at[0], graph.funcs[2].stages[0].reads[0].at[1]);
    graph.funcs[1].turned = true;
    EXPECT_FALSE(suits(TileKind::Blocks, 8));
    EXPECT_TRUE(suits(TileKind::Blocks, 16));
    EXPECT_FALSE(suits(TileKind::Rows, 16));
}

TEST(GroupCost, ColumnsSuitWhatIsScannedDownThem) {
    StageGraph graph = separable_blur(1024, 64, 1);
    GroupTile columns;
    columns.kind = TileKind::Blocks;
    columns.columns = 64;
    EXPECT_FALSE(cost_of({graph.funcs, {2, 1}}, columns, plain_machine(), Words::No));
    graph.funcs[1].stages[0].reduction = Reduction::Scan;
    EXPECT_TRUE(cost_of({graph.funcs, {2, 1}}, columns, plain_machine(), Words::No));
}

TEST(VectorCycles, PlacesComputedInVectorsAreExtractedToo) {
    const Machine machine = plain_machine();
    StageGraph graph = separable_blur(1024, 64, 1);
    Read& read = graph.funcs[2].stages[0].reads[0];
    read.loads = 1;
    read.at[0].scattered = {true, false};
    EXPECT_DOUBLE_EQ(vector_cycles(graph.funcs[2], graph.funcs[2].stages[0], 16, graph.funcs, machine), 32);
    read.at[0].scattered = {false, true}; // the same for all lanes
    EXPECT_LT(vector_cycles(graph.funcs[2], graph.funcs[2].stages[0], 16, graph.funcs, machine), 2);
}

TEST(VectorCycles, ClampsOfSharedIndicesAreGathered) {
    const Machine machine = plain_machine();
    StageGraph graph = separable_blur(1024, 64, 1);
    FuncStages& func = graph.funcs[2];
    Read clamped = around(1, 0, 0, 1);
    clamped.at[0].gathers_shared = true;
    const auto cycles = [&](const Read& outer) {
        func.stages[0].reads = {clamped.through(outer)};
        return vector_cycles(func, func.stages[0], 16, graph.funcs, machine);
    };
    EXPECT_DOUBLE_EQ(cycles(around(1, 0, 2, 3)), 3 * 32); // three rows of a column
    EXPECT_DOUBLE_EQ(cycles(around(1, 2, 0, 3)), 3);      // three columns of a row
}

TEST(VectorCycles, ElementsReadTwiceAreLoadedOnceAndShuffled) {
    const Machine machine = plain_machine();
    StageGraph graph = separable_blur(1024, 64, 1);
    graph.funcs[2].stages[0].reads[0] = around(1, 0, 0, 4);
    graph.funcs[2].stages[0].reads[0].at[0].slope = {0.5, 0};
    EXPECT_DOUBLE_EQ(vector_cycles(graph.funcs[2], graph.funcs[2].stages[0], 16, graph.funcs, machine), 6);
}

TEST(VectorCycles, AtTheEdgeWhatIsClampedIsGathered) {
    const Machine machine = plain_machine();
    StageGraph graph = separable_blur(1024, 64, 1);
    const auto cycles = [&](Clamps clamps) {
        return vector_cycles(graph.funcs[1], graph.funcs[1].stages[0], 16, graph.funcs, machine, clamps);
    };
    EXPECT_DOUBLE_EQ(cycles(Clamps::Hold), cycles(Clamps::Free));
    graph.funcs[1].stages[0].reads[0].at[0].tagged = true;
    EXPECT_DOUBLE_EQ(cycles(Clamps::Hold), 3 * 4 * 16 / 2);
}

TEST(GroupCost, RowsOfAStripAreComputedTwiceOnlyAtItsHalo) {
    const StageGraph graph = separable_blur(1024, 64, 20);
    const GroupTile tile{TileKind::Rows, 1, 16, 0, true};
    const auto cost = cost_of({graph.funcs, {2, 1}}, tile, plain_machine(), Words::Yes);
    ASSERT_TRUE(cost);
    // 64 rows of 64 vectors of 10 cycles, and 66 rows of 65 vectors (1026 columns) for `across`.
    EXPECT_DOUBLE_EQ(term(*cost, "T_compute"), 64 * 64 * 10 + 66 * 65 * 10);
    // Four strips of 16 rows need 18 of `across` each, of 1024 columns: 4 * 18 * 64 vectors, 66 * 65 once.
    EXPECT_DOUBLE_EQ(term(*cost, "T_recompute"), (4 * 18 * 64 - 66 * 65) * 10);
    EXPECT_EQ(term(*cost, "T_fresh"), 0);     // an output is the caller's
    EXPECT_EQ(term(*cost, "T_parallel"), -1); // one core
}

TEST(GroupCost, BlocksRecomputeTheirHaloOnBothSides) {
    StageGraph graph = separable_blur(1024, 64, 20);
    graph.funcs[2].stages[0].reads[0] = around(1, 2, 2, 9);
    const GroupTile tile{TileKind::Blocks, 1, 16, 256, true};
    const auto cost = cost_of({graph.funcs, {2, 1}}, tile, plain_machine(), Words::No);
    ASSERT_TRUE(cost);
    // 4 x 4 blocks, each with 18 rows of 258 columns: 17 vectors.
    EXPECT_DOUBLE_EQ(term(*cost, "T_recompute"), (16 * 18 * 17 - 66 * 65) * 10);
}

TEST(GroupCost, AWindowThatGoesBackDoesNotSlide) {
    StageGraph graph = separable_blur(1024, 64, 20);
    graph.funcs[2].stages[0].reads[0].at[1].slope = {0, -1};
    EXPECT_FALSE(
        cost_of({graph.funcs, {2, 1}}, {TileKind::Rows, 1, 16, 0, true}, plain_machine(), Words::No));
    EXPECT_TRUE(
        cost_of({graph.funcs, {2, 1}}, {TileKind::Blocks, 1, 16, 0, true}, plain_machine(), Words::No));
}

TEST(GroupCost, FreshMemoryIsClearedByThePage) {
    const StageGraph graph = separable_blur(1022, 62, 20);
    const auto cost =
        cost_of({graph.funcs, {1}}, {TileKind::Rows, 1, 16, 0, true}, plain_machine(), Words::No);
    ASSERT_TRUE(cost);
    EXPECT_DOUBLE_EQ(term(*cost, "T_fresh"), 1024 * 64 * 4 / 4096 * 2800);
}

TEST(GroupCost, SoIsWhatBlocksHoldBeyondWhatMallocKeeps) {
    const StageGraph graph = separable_blur(1024, 64, 20);
    const auto fresh = [&](TileKind kind, std::int64_t rows, std::int64_t columns) {
        return term(
            *cost_of({graph.funcs, {2, 1}}, {kind, 1, rows, columns, true}, plain_machine(), Words::No),
            "T_fresh");
    };
    // 128 KiB are kept: 62 rows of `across` would be too many, 18 are not, and a row at a time needs three.
    EXPECT_DOUBLE_EQ(fresh(TileKind::Blocks, 60, 0), 2 * 62 * 1024 * 4 / 4096.0 * 2800);
    EXPECT_EQ(fresh(TileKind::Blocks, 16, 0), 0);
    EXPECT_EQ(fresh(TileKind::Rows, 64, 0), 0);
}

TEST(GroupCost, ThreadsShareStrips) {
    const StageGraph graph = separable_blur(1024, 64, 20);
    const GroupTile tile{TileKind::Rows, 1, 16, 0, true};
    const double serial = cost_of({graph.funcs, {2, 1}}, tile, plain_machine(), Words::No)->cycles;
    const auto shared = cost_of({graph.funcs, {2, 1}}, tile, plain_machine(2), Words::No);
    // Four strips on two cores: two rounds of a task, no imbalance.
    EXPECT_DOUBLE_EQ(term(*shared, "T_parallel"), 1000 + 2 * 100);
    EXPECT_DOUBLE_EQ(shared->cycles, serial / 2 + 1200);
}

TEST(Read, LoadsOfOneElementCountOnce) {
    Read read = around(0, 2, 2, 9);
    read.merge(around(0, 2, 2, 9));
    EXPECT_EQ(read.loads, 9);
    read.merge(around(0, 3, 2, 1));
    EXPECT_EQ(read.loads, 10);
}

TEST(Read, OfATransposedPlaceIsAnotherLoad) {
    Read read = around(0, 0, 0, 1), transposed = read;
    std::swap(transposed.at[0].slope, transposed.at[1].slope);
    read.merge(transposed);
    EXPECT_EQ(read.loads, 2);
}

TEST(Movement, FootprintsComposeThroughInlinedFuncs) {
    const Movement half{{0.5}, -0.5, 0}, taps{{1}, -1, 1};
    const Movement through = taps.through({half}); // f(x / 2 - 1 ... x / 2 + 1)
    EXPECT_DOUBLE_EQ(through.slope[0], 0.5);
    EXPECT_DOUBLE_EQ(through.low, -1.5);
    EXPECT_DOUBLE_EQ(through.high, 1);
    EXPECT_DOUBLE_EQ(through.footprint({9}), 7);
}

TEST(Movement, WhatFollowsNoRuleDoesSoThroughInlinedFuncs) {
    Movement data{{0, 0}, 0, 7};
    data.scattered = {true, false}; // by the consumer's first loop
    const Movement plane{{0, 1}, 0, 0}, table{{1, 0}, 0, 0}, along{{1}, 0, 0};
    EXPECT_TRUE(along.through({data}).scattered_by(0)); // data picks the place
    EXPECT_TRUE(data.through({table, plane}).scattered_by(0));
    EXPECT_FALSE(data.through({plane, table}).scattered_by(0)); // its first loop is the consumer's second
}

} // namespace
} // namespace autoconfig::testing
