// Terms of a group against numbers worked out by hand, on the plain machine.
#include "autoconfig/model/group_cost.h"
#include "autoconfig/model/transfers.h"
#include "tests/model/printed.h"
#include "tests/support/stage_graphs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

namespace autoconfig::testing {
namespace {

using namespace testing_support;

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

TEST(GroupCost, UpdatesThatPassAgainReadAgainWhatL1HasLost) {
    StageGraph graph = separable_blur(1024, 64, 1);
    FuncStages& across = graph.funcs[1];
    across.stages.push_back(across.stages[0]);
    const Machine machine = plain_machine();
    const auto dearer = [&](std::int64_t rows) {
        const GroupTile tile{TileKind::Blocks, 1, rows, 0, true};
        const Group group{graph.funcs, {2, 1}};
        across.stages[1].passes = 1;
        const double once = cost_of(group, tile, machine, Words::No)->cycles;
        across.stages[1].passes = 1000;
        return cost_of(group, tile, machine, Words::No)->cycles / once;
    };
    EXPECT_DOUBLE_EQ(dearer(1), 1) << "a few rows of 4 KB";
    EXPECT_GT(dearer(64), 10);
}

TEST(GroupCost, TurnedLeadersEndWithAWholeBlock) {
    StageGraph graph = separable_blur(1024, 80, 1);
    FuncStages& leader = graph.funcs[2];
    std::swap(leader.dimensions[0], leader.dimensions[1]);
    for (Movement& move : leader.stages[0].reads[0].at) std::swap(move.slope[0], move.slope[1]);
    leader.turned = true;
    leader.dimensions[0].source = ExtentSource::Bound;
    const auto suits = [&](std::int64_t columns) {
        return cost_of({graph.funcs, {2}}, {TileKind::Blocks, 1, 8, columns, true}, plain_machine(),
                       Words::No)
            .has_value();
    };
    EXPECT_TRUE(suits(0));
    EXPECT_TRUE(suits(16));
    EXPECT_FALSE(suits(64));
    leader.dimensions[0].source = ExtentSource::Estimate;
    EXPECT_TRUE(suits(64));
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

TEST(GroupCost, RowsOfAStripAreComputedTwiceOnlyAtItsHalo) {
    const StageGraph graph = separable_blur(1024, 64, 20);
    const GroupTile tile{TileKind::Rows, 1, 16, 0, true};
    const auto cost = cost_of({graph.funcs, {2, 1}}, tile, plain_machine(), Words::Yes);
    ASSERT_TRUE(cost);
    // 64 rows of 64 vectors of 10 cycles, and 66 rows of 65 vectors (1026 columns) for `across`.
    EXPECT_DOUBLE_EQ(term(*cost, "T_compute").total, 64 * 64 * 10 + 66 * 65 * 10);
    // Four strips of 16 rows need 18 of `across` each, of 1024 columns: 4 * 18 * 64 vectors, 66 * 65 once.
    EXPECT_DOUBLE_EQ(term(*cost, "T_recompute").total, (4 * 18 * 64 - 66 * 65) * 10);
    EXPECT_FALSE(has(*cost, "T_fault"));    // an output is the caller's
    EXPECT_FALSE(has(*cost, "T_parallel")); // one core
}

TEST(ScalarRows, AreThoseOfASingleRowThatVectorsDoNotFillInBlocks) {
    FuncStages member;
    member.dimensions = {{"x", 1024}};
    const GroupTile block{TileKind::Blocks, -1, 1, 256, true};
    EXPECT_FALSE(has_scalar_rows(member, 256, 16, block));
    EXPECT_TRUE(has_scalar_rows(member, 258, 16, block));
    EXPECT_TRUE(has_scalar_rows(member, 0, 16, block)) << "of any length";
    EXPECT_FALSE(has_scalar_rows(member, 258, 16, GroupTile()));
    member.dimensions.push_back({"y", 4});
    EXPECT_FALSE(has_scalar_rows(member, 258, 16, block));
}

TEST(GroupCost, BlocksRecomputeTheirHaloOnBothSides) {
    StageGraph graph = separable_blur(1024, 64, 20);
    graph.funcs[2].stages[0].reads[0] = around(1, 2, 2, 9);
    const GroupTile tile{TileKind::Blocks, 1, 16, 256, true};
    const auto cost = cost_of({graph.funcs, {2, 1}}, tile, plain_machine(), Words::No);
    ASSERT_TRUE(cost);
    // 4 x 4 blocks, each with 18 rows of 258 columns: 17 vectors.
    EXPECT_DOUBLE_EQ(term(*cost, "T_recompute").total, (16 * 18 * 17 - 66 * 65) * 10);
}

TEST(GroupCost, AWindowThatGoesBackDoesNotSlide) {
    StageGraph graph = separable_blur(1024, 64, 20);
    graph.funcs[2].stages[0].reads[0].at[1].slope = {0, -1};
    EXPECT_FALSE(
        cost_of({graph.funcs, {2, 1}}, {TileKind::Rows, 1, 16, 0, true}, plain_machine(), Words::No));
    EXPECT_TRUE(
        cost_of({graph.funcs, {2, 1}}, {TileKind::Blocks, 1, 16, 0, true}, plain_machine(), Words::No));
}

TEST(GroupCost, FreshMemoryCostsByThePage) {
    const auto fresh = [](std::int64_t width) {
        const StageGraph graph = separable_blur(width - 2, 2046, 20);
        const auto cost =
            cost_of({graph.funcs, {1}}, {TileKind::Rows, 1, 16, 0, true}, plain_machine(), Words::No);
        return total(*cost, "T_fault") / plain_machine().large_page_fault_cycles;
    };
    EXPECT_DOUBLE_EQ(fresh(8192), 8192 * 2048 * 4 / 2097152);
    EXPECT_EQ(fresh(4096), 0); // malloc keeps it from run to run
}

TEST(GroupCost, MallocKeepsOneBlockFromTaskToTaskButNotTwoNorOneOf32MB) {
    const auto fresh = [](const StageGraph& graph, const std::vector<int>& members, std::int64_t rows,
                          int cores = 2) {
        const auto cost = cost_of({graph.funcs, members}, {TileKind::Blocks, 1, rows, 0, true},
                                  plain_machine(cores), Words::No);
        return total(*cost, "T_fault") / plain_machine().page_fault_cycles;
    };
    // Two tiles, each with 62 rows of `across`.
    const StageGraph blur = separable_blur(1024, 64, 20);
    EXPECT_EQ(fresh(blur, {2, 1}, 60), 0);
    StageGraph twice = separable_blur(1024, 64, 20);
    twice.funcs.push_back(twice.funcs[1]);
    twice.funcs.push_back(twice.funcs[2]);
    twice.funcs[4].stages[0].reads.push_back(twice.funcs[4].stages[0].reads[0]);
    twice.funcs[4].stages[0].reads[1].producer = 3;
    EXPECT_DOUBLE_EQ(fresh(twice, {4, 3, 1}, 60), 2 * 2 * 62 * 1024 * 4 / 4096.0);
    EXPECT_DOUBLE_EQ(fresh(twice, {4, 3, 1}, 60, 1), 2 * 62 * 1024 * 4 / 4096.0); // tiles are no tasks
    EXPECT_EQ(fresh(twice, {4, 3, 1}, 16), 0);                                    // 128 KiB or less are kept
    const StageGraph large = separable_blur(1 << 17, 128, 20);
    EXPECT_DOUBLE_EQ(fresh(large, {2, 1}, 64), 2 * 66.0 * (1 << 17) * 4 / 4096);
}

TEST(GroupCost, ThreadsShareStrips) {
    StageGraph graph = separable_blur(1024, 64, 20);
    graph.funcs[2].dimensions[1].source = ExtentSource::Bound;
    const GroupTile tile{TileKind::Rows, 1, 16, 0, true};
    const double serial = cost_of({graph.funcs, {2, 1}}, tile, plain_machine(), Words::No)->cycles;
    const auto shared = cost_of({graph.funcs, {2, 1}}, tile, plain_machine(2), Words::No);
    // Four strips on two cores: two rounds of a task, no imbalance.
    EXPECT_DOUBLE_EQ(term(*shared, "T_parallel").total, 1000 + 2 * 100);
    EXPECT_DOUBLE_EQ(shared->cycles, serial / 2 + 1200);
    EXPECT_DOUBLE_EQ(term(*shared, "T_queue").total, 4 * 250);
    const auto four = cost_of({graph.funcs, {2, 1}}, tile, plain_machine(4), Words::No);
    EXPECT_DOUBLE_EQ(term(*four, "T_parallel").total, 6 * 1000 + 100); // pairs of threads
    EXPECT_DOUBLE_EQ(term(*four, "T_queue").total, 4 * 3 * 250);
}

TEST(GroupCost, OfRowsThatAreAnEstimateTheLastRoundIsRarelyFull) {
    StageGraph graph = separable_blur(1024, 64, 20);
    graph.funcs[2].dimensions[1].source = ExtentSource::Estimate;
    GroupTile tile{TileKind::Rows, 1, 16, 0, true};
    const double serial = cost_of({graph.funcs, {2, 1}}, tile, plain_machine(), Words::No)->cycles;
    const auto cost = [&] { return *cost_of({graph.funcs, {2, 1}}, tile, plain_machine(2), Words::No); };
    // Four strips on two cores, of which one has nothing to do for half of the last round in the mean.
    EXPECT_DOUBLE_EQ(term(cost(), "T_parallel").total, 1000 + 2.25 * 100);
    EXPECT_DOUBLE_EQ(cost().cycles, serial * 2.25 / 4 + 1225);
    tile.parts = 4; // whatever there is
    EXPECT_DOUBLE_EQ(term(cost(), "T_parallel").total, 1000 + 2 * 100);
    EXPECT_DOUBLE_EQ(cost().cycles, serial / 2 + 1200);
}

/// Lines of 66 rows of 1026 from L2 and of 64 rows of 1024 to it, once all is computed.
TEST(GroupCost, WhatComesFromBeyondAndGoesThere) {
    const StageGraph graph = separable_blur(1024, 64, 20);
    const auto cost =
        cost_of({graph.funcs, {2, 1}}, {TileKind::Rows, 1, 64, 0, true}, plain_machine(), Words::Yes);
    ASSERT_TRUE(cost);
    EXPECT_EQ(term(*cost, "T_L2L3").cycles.formula(), "tiles * lines read * L1L2");
    EXPECT_DOUBLE_EQ(term(*cost, "T_L2L3").total, std::ceil(66 * 1026 / 16.0 + 0.5) * 2);
    EXPECT_EQ(term(*cost, "T_out").cycles.formula(), "tiles * lines written * L1L2");
    EXPECT_DOUBLE_EQ(term(*cost, "T_out").total, (64 * 64 + 1) * 2);
    EXPECT_EQ(term(*cost, "T_out").phase, Phase::Alone);
    EXPECT_DOUBLE_EQ(cost->cycles,
                     time_of(*cost, Phase::AllSteps) + total(*cost, "T_L2L3") + total(*cost, "T_out"));
}

/// Blocks of 8 columns write half a line in each row, and the next block the other half.
TEST(GroupCost, LinesThatBlocksShareGoThereForEach) {
    const StageGraph graph = separable_blur(1024, 64, 20);
    GroupTile block{TileKind::Blocks, 1, 64, 8, true};
    const auto lines = [&] {
        return total(*cost_of({graph.funcs, {2, 1}}, block, plain_machine(), Words::Yes), "T_out") / 2;
    };
    EXPECT_DOUBLE_EQ(lines(), 1024 / 8 * 64);
    block.columns = 16; // begin anywhere in a line
    EXPECT_DOUBLE_EQ(lines(), 2 * 1024 / 16 * 64);
}

/// 256 KiB stay in L2; of 16 MiB each update reads and writes all lines again, or those it runs over.
TEST(GroupCost, UpdatesPassAgainOverWhatL2DoesNotHold) {
    const auto updated = [](std::int64_t width, double iterations) {
        StageGraph graph = separable_blur(width, 64, 20);
        StageWork update = graph.funcs[2].stages[0];
        update.iterations = iterations;
        graph.funcs[2].stages.push_back(update);
        const GroupTile whole{TileKind::Blocks, 1, 64, 0, true};
        const auto cost = cost_of({graph.funcs, {2}}, whole, plain_machine(), Words::Yes);
        double cycles = 0;
        for (const Term& one : cost->terms)
            if (one.cycles.formula().find("lines updated") != std::string::npos) cycles += one.total;
        const double bytes = 64.0 * static_cast<double>(width) * 4;
        return cycles / line_cycles(Ledger(Words::No), plain_machine(), bytes).value();
    };
    EXPECT_EQ(updated(1024, 1), 0);
    EXPECT_DOUBLE_EQ(updated(1 << 16, 1), 2 * 64 * (1 << 16) / 16);
    EXPECT_DOUBLE_EQ(updated(1 << 16, 9), 2 * 64 * (1 << 16) / 16); // of a window, in registers
    EXPECT_DOUBLE_EQ(updated(1 << 16, 0.25), 2 * 64 * (1 << 16) / 64);
}

TEST(GroupCost, TermsArePrintedAsTheyWereComputed) {
    const StageGraph graph = separable_blur(1024, 640, 20);
    for (const GroupTile& tile :
         {GroupTile{TileKind::Rows, 1, 16, 0, true}, {TileKind::Blocks, 1, 60, 256, true}}) {
        const auto cost = cost_of({graph.funcs, {2, 1}}, tile, plain_machine(2), Words::Yes);
        ASSERT_TRUE(cost);
        for (const Term& one : cost->terms) expect_printed(one.cycles, one.name);
        for (const PhaseTime& time : cost->times) expect_printed(time.cycles, to_string(time.phase));
        EXPECT_TRUE(cost->parallel);
        expect_printed(cost->elapsed, "threads");
    }
}

} // namespace
} // namespace autoconfig::testing
