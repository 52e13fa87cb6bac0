// Counts of tiles, steps and lines, by hand.
#include "autoconfig/model/tiling.h"
#include "tests/model/plain_machine.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

TEST(Tiling, RegisterTilesOfAMatrix) {
    const Machine machine = plain_machine();
    const Problem problem = problem_of({13, 70, 37});
    const Facts facts(problem, machine);
    const Tiling tiling(facts, register_tile(facts, 6, 2, true));
    EXPECT_EQ(tiling.tiles_m, 3); // 13 / 6
    EXPECT_EQ(tiling.tiles_n, 3); // 70 / 32
    EXPECT_EQ(tiling.tiles, 9);
    EXPECT_EQ(tiling.k_steps, 37);
    EXPECT_EQ(tiling.steps, 9 * 37);
    EXPECT_DOUBLE_EQ(tiling.waste, 9.0 * 6 * 32 / (13 * 70) - 1);
    EXPECT_EQ(tiling.a_block_bytes, 13 * 37 * 4);
    EXPECT_EQ(tiling.panel_bytes, 37 * 32 * 4);
    EXPECT_EQ(facts.b_total_bytes, 70 * 37 * 4);
}

TEST(Tiling, BlocksOfRowsAreCutIntoTiles) {
    const Machine machine = plain_machine();
    const Problem problem = problem_of({100, 64, 37});
    const Facts facts(problem, machine);
    const Tiling tiling(facts, register_tile(facts, 6, 2, row_blocks(54, true)));
    EXPECT_EQ(tiling.row_blocks, 2);
    EXPECT_EQ(tiling.tiles_m, 2 * 9); // the second moves inwards
    EXPECT_EQ(tiling.tiles_m_block, 9);
    EXPECT_EQ(tiling.a_block_bytes, 54 * 37 * 4);
}

TEST(Tiling, BatchesMultiply) {
    const Machine machine = plain_machine();
    const Problem problem = problem_of({12, 64, 8, 5});
    const Facts facts(problem, machine);
    const Tiling tiling(facts, register_tile(facts, 6, 4, false));
    EXPECT_EQ(tiling.products, 5);
    EXPECT_EQ(tiling.tiles, 2 * 1 * 5);
    EXPECT_EQ(facts.b_total_bytes, 5 * 64 * 8 * 4);
    EXPECT_EQ(tiling.waste, 0);
}

TEST(Tiling, BlocksAtTheEdgeAreWhole) {
    const Machine machine = plain_machine();
    const Problem problem = problem_of({40, 300, 64});
    const Facts facts(problem, machine);
    // 40 rows are two blocks of 24, of four tiles each; 300 columns three blocks of 128, of two panels each.
    const Tiling tiling(facts, blocked(facts, 6, 4, 32, 24, 128));
    EXPECT_EQ(tiling.tiles_m, 2 * 4);
    EXPECT_EQ(tiling.tiles_n, 3 * 2);
    EXPECT_EQ(tiling.steps, 48 * 64);
    EXPECT_EQ(tiling.a_block_bytes, 24 * 32 * 4);
    EXPECT_EQ(tiling.panel_bytes, 32 * 64 * 4);
}

TEST(Tiling, LanesAlongKRoundKUp) {
    const Machine machine = plain_machine();
    Matmul mm{4, 6, 40};
    mm.trans_b = true;
    const Problem problem = problem_of(mm);
    const Facts facts(problem, machine);
    const Tiling tiling(facts, along_k(facts, 2, 3));
    EXPECT_EQ(tiling.tiles, 2 * 2);
    EXPECT_EQ(tiling.k_steps, 3); // vectors of 16
    EXPECT_EQ(tiling.steps, 12);
    EXPECT_DOUBLE_EQ(tiling.waste, 48.0 / 40 - 1);
}

} // namespace
} // namespace autoconfig::testing
