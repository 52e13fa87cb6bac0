// Rows that follow each other in memory, in the order of the leader's loops.
#include "tests/model/plain_machine.h"
#include "tests/support/stage_graphs.h"

#include "autoconfig/model/group_cost.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using namespace testing_support;

/// 56 columns, 40 rows, 64 planes.
FuncStages planes() {
    FuncStages func = plane("planes", 56, 40);
    func.dimensions.push_back({"z", 64, ExtentSource::Estimate, true});
    return func;
}

Runs runs_of(TileKind kind, int row, std::int64_t rows, std::int64_t columns, bool inside) {
    return runs(planes(), {kind, row, rows, columns, inside});
}

TEST(Runs, AreOneWhereLoopsLieAsMemoryDoes) {
    EXPECT_EQ(runs_of(TileKind::Rows, 2, 16, 0, true).count, 1);
    EXPECT_EQ(runs_of(TileKind::Rows, 1, 40, 0, false).count, 1);
}

TEST(Runs, OfPlanesThatGoOnInTurns) {
    const Runs rows = runs_of(TileKind::Rows, 1, 40, 0, true);
    EXPECT_EQ(rows.count, 40 * 64);
    EXPECT_EQ(rows.streams, 64);
    const Runs strips = runs_of(TileKind::Rows, 1, 8, 0, false);
    EXPECT_EQ(strips.count, 5 * 64);
    EXPECT_EQ(strips.streams, 64);
}

TEST(Runs, OfBlocksAreTheirRows) {
    const Runs blocks = runs_of(TileKind::Blocks, 1, 8, 28, false);
    EXPECT_EQ(blocks.count, 2 * 40 * 64);
    EXPECT_EQ(blocks.streams, 8);
}

/// Cycles of T_start for result = input, row by row through all planes.
double term_of_runs(std::int64_t depth) {
    StageGraph graph;
    graph.funcs = {planes()};
    graph.funcs[0].dimensions[2].extent = depth;
    const Read same{0, 1, {{{1, 0, 0}, 0, 0}, {{0, 1, 0}, 0, 0}, {{0, 0, 1}, 0, 0}}};
    graph.funcs.push_back(computed(graph.funcs[0], "result", 1, {same}));
    const Group group{graph.funcs, {1}};
    const auto cost = cost_of(group, {TileKind::Rows, 1, 40, 0, true}, plain_machine(), Words::No);
    return total(*cost, "T_start");
}

TEST(Runs, CostALineEachWhereTheyAreTooManyToFollow) {
    EXPECT_EQ(term_of_runs(16), 0); // 32 streams: 16 read, 16 written
    EXPECT_DOUBLE_EQ(term_of_runs(17), 2 * 40 * 17 * plain_machine().l1_l2_cycles_per_line);
}

} // namespace
} // namespace autoconfig::testing
