// Copies of operands by hand: before their panel is used, or beside its first row of tiles.
#include "autoconfig/model/contraction.h"
#include "tests/model/plain_machine.h"

namespace autoconfig::testing {
namespace {

TEST(Pack, OnlyCopiesArePaidFor) {
    EXPECT_GT(term(cost({96, 512, 64}, 6, 4, true), "T_pack").total, 0);
    EXPECT_FALSE(has(cost({96, 512, 64}, 6, 4, false), "T_pack"));
}

/// 48 panels of 512 rows of 4 vectors on a page each: a cycle a vector, 10 a line, 9 a run, 200 to allocate.
TEST(Pack, APanelIsPackedBeforeItIsUsed) {
    const Cost c = cost({48, 48 * 64, 512}, 6, 4, true);
    const double rows = 48 * 512;
    EXPECT_DOUBLE_EQ(term(c, "T_pack").total, rows * 4);
    EXPECT_DOUBLE_EQ(term(c, "T_L2L3", Resource::L2L3, Phase::Alone).total, rows * 4 * 10);
    EXPECT_DOUBLE_EQ(term(c, "T_start", Resource::Runs, Phase::Alone).total, rows * 9);
    EXPECT_DOUBLE_EQ(term(c, "T_alloc").total, 48 * 200);
    EXPECT_EQ(time_of(c, Phase::FirstRow), 0);
}

/// The same beside the first of 8 rows of tiles, 4 rows at a time: 24 multiply-adds a step are 96, which the
/// scheduler's 97 entries hold. The front end has 9.25 and 4 cycles a step then, loads and lines from L2 5
/// and 8.75, but lines from L3 take 40 and their runs 9.
TEST(Pack, APanelIsPackedUnderTheFirstRowOfTiles) {
    const Machine machine = plain_machine();
    const Problem problem = problem_of({48, 48 * 64, 512});
    const Facts facts(problem, machine);
    const Cost c = evaluate(facts, register_tile(facts, 6, 4, packed(true, 4)), Words::Yes);
    const double rows = 48 * 512;
    EXPECT_DOUBLE_EQ(term(c, "T_pack").total, rows * 4);
    EXPECT_EQ(term(c, "T_pack").phase, Phase::FirstRow);
    const double out = 48 * 3072 / 16 * (2 + 2); // fetched ahead in all rows of tiles
    EXPECT_DOUBLE_EQ(time_of(c, Phase::FirstRow), rows * (4 * 10 + 9) + out / 8);
    EXPECT_DOUBLE_EQ(time_of(c, Phase::AllSteps), 7 * rows * (5 + 4.375 * 2));
}

/// Nothing of a copy is beside the arithmetic on machines that do not overlap it.
TEST(Pack, CopiesAFewRowsAtATimeAreNotAlwaysHidden) {
    Machine machine = plain_machine();
    machine.pack_overlaps = false;
    const Problem problem = problem_of({48, 48 * 64, 512});
    const Facts facts(problem, machine);
    const auto cycles = [&](int k_pack) {
        return evaluate(facts, register_tile(facts, 6, 4, packed(true, k_pack)), Words::No).cycles;
    };
    EXPECT_DOUBLE_EQ(cycles(4), cycles(0));
}

TEST(Pack, ATileOfManyMultiplyAddsHidesWhatTheSchedulerHolds) {
    const Machine machine = plain_machine();
    const Problem problem = problem_of({52, 48 * 64, 512});
    const Facts facts(problem, machine);
    const auto first_row = [&](int k_pack) {
        const Config config = register_tile(facts, 13, 2, packed(true, k_pack));
        const Tiling tiling(facts, config);
        return shares_of_steps({facts, config, tiling}).first_row;
    };
    EXPECT_DOUBLE_EQ(first_row(0), 1 / 4.0);                 // of 4 rows of tiles
    EXPECT_DOUBLE_EQ(first_row(8), 1 / 4.0 * 97 / (8 * 26)); // of 8 * 26 multiply-adds 97
}

TEST(Pack, PagesWithinTheSecondLevelTlbNeedNoWalk) {
    Machine machine = plain_machine();
    const auto starts = [&](int entries) { // 512 rows three pages apart, and what is written
        machine.tlb2_entries = entries;
        const Cost c = cost({48, 48 * 64, 512}, 6, 4, true, machine);
        return term(c, "T_start", Resource::Runs, Phase::Alone).total;
    };
    EXPECT_DOUBLE_EQ(starts(513), 48 * 512 * 9);
    EXPECT_DOUBLE_EQ(starts(512), 48 * 512 * (9 + machine.page_walk_cycles));
}

/// 640 KiB of A, read once and written where it is read from later, which reads its lines first.
TEST(Pack, ACopyOfAIsReadAndWritten) {
    const Machine machine = plain_machine();
    const Problem problem = problem_of({640, 64, 256});
    const Facts facts(problem, machine);
    RegisterTile tile;
    tile.pack_a = true;
    const Cost c = evaluate(facts, register_tile(facts, 6, 4, tile), Words::Yes);
    const double vectors = 640 * 256 / 16;
    EXPECT_DOUBLE_EQ(term(c, "T_pack").total, vectors * 1.5);
    EXPECT_DOUBLE_EQ(total(c, "T_L2L3"),
                     vectors * (2 + 2 * 2) + term(c, "T_L2L3", Resource::L1L2, Phase::FirstRow).total);
    EXPECT_DOUBLE_EQ(term(c, "T_alloc").total, 200);
}

/// Its instructions run beside the lines that it moves, which take longer.
TEST(Pack, ACopyOfAIsALoopOfItsOwn) {
    const Machine machine = plain_machine();
    const Problem problem = problem_of({640, 64, 256});
    const Facts facts(problem, machine);
    RegisterTile tile;
    tile.pack_a = true;
    const Cost c = evaluate(facts, register_tile(facts, 6, 4, tile), Words::No);
    EXPECT_DOUBLE_EQ(time_of(c, Phase::CopyOfA), 640 * 256 / 16 * (2 + 2 * 2));
}

} // namespace
} // namespace autoconfig::testing
