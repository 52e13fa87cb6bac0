// B that is read in place, by hand: lines that are waited for, runs on pages of their own, and their first
// row of tiles.
#include "autoconfig/model/transfers.h"
#include "tests/model/plain_machine.h"

#include <algorithm>

namespace autoconfig::testing {
namespace {

Machine overlapping() {
    Machine machine = plain_machine();
    machine.l2_l3_overlaps = true;
    machine.l1_l2_exposed = 0.25;
    return machine;
}

TEST(RowsOfB, MissTheFirstTlbWherePanelsSpanMorePagesThanItHolds) {
    Machine machine = plain_machine();
    machine.tlb_entries = 64;
    machine.tlb_miss_cycles = 6;
    const auto misses = [&](std::int64_t k, bool pack_b) {
        return has(cost({96, 512, k}, 6, 4, pack_b, machine), "T_start", Resource::Serial, Phase::AllSteps);
    };
    const Cost c = cost({96, 512, 130}, 6, 4, false, machine); // a row of B is half a page
    const Term start = term(c, "T_start", Resource::Serial, Phase::AllSteps);
    EXPECT_DOUBLE_EQ(start.per_step(), 6 * 0.5);
    EXPECT_EQ(start.cycles.numbers(), "0.5 * 6");
    EXPECT_FALSE(start.overlapped);
    EXPECT_FALSE(misses(128, false)); // 64 pages
    EXPECT_FALSE(misses(130, true));  // copied side by side
}

/// 192 rows of two lines stay in L1; of 724 columns, three rows in four lie on three lines, which do not.
TEST(RowsOfB, ThatStartWithinALineLieOnOneMore) {
    const auto lines = [](std::int64_t n, bool pack_b) {
        return per_step(cost({96, n, 192}, 6, 2, pack_b, plain_machine()), "T_L1L2", Resource::L1L2);
    };
    EXPECT_DOUBLE_EQ(lines(720, false), 0.375 * 2);
    EXPECT_DOUBLE_EQ(lines(724, false), (0.375 + 2.75) * 2);
    EXPECT_DOUBLE_EQ(lines(724, true), 0.375 * 2);
}

/// L2 does not hold a panel of rows four pages apart; 15 of 16 rows of tiles read it again.
TEST(RowsOfB, AreWaitedForWhereLevelsDoNotOverlap) {
    Machine machine = plain_machine();
    machine.tlb2_entries = 1 << 20;
    machine.run_start_cycles = 5;
    const Matmul mm{96, 4096, 1024};
    const Cost c = cost(mm, 6, 4, false, machine);
    EXPECT_DOUBLE_EQ(per_step(c, "T_L2L3", Resource::L2L3), 4 * 15 / 16.0 * 8);
    EXPECT_DOUBLE_EQ(per_step(c, "T_start", Resource::Runs), 5); // a run a row
    machine = overlapping();
    machine.tlb2_entries = 1 << 20;
    machine.l2_l3_cycles_per_line = 1;
    machine.run_start_cycles = 5;
    const Cost beside = cost(mm, 6, 4, false, machine); // 3.75 + 5 cycles under 5 + 4.375 * 2
    const double steps = term(beside, "T_OL").total / 12;
    const double first = steps / 16; // these read the panel for the first time
    const double waits = 0.25 * (15 / 16.0 * 4 * 1 + 4.375 * 2), misses = machine.tlb_miss_cycles;
    EXPECT_NEAR(time_of(beside, Phase::AllSteps), (steps - first) * (13.75 + waits + misses), 1e-3 * steps);
}

/// 1024 rows four pages apart take up a quarter of the sets of 4096 entries, 1000 of them leave some.
TEST(RowsOfB, OnFewSetsOfTheTlbWalkPages) {
    Machine machine = overlapping();
    machine.run_start_cycles = 5;
    machine.page_walk_cycles = 13;
    machine.tlb2_entries = 4096;
    const auto start = [&](const Matmul& mm) {
        return per_step(cost(mm, 6, 4, false, machine), "T_start", Resource::Runs);
    };
    EXPECT_DOUBLE_EQ(start({96, 4096, 1024}), 5 + 13);
    EXPECT_DOUBLE_EQ(start({96, 4096, 1000}), 5);
    EXPECT_DOUBLE_EQ(start({96, 5120, 1024}), 5);
}

/// The first of 32 rows of tiles brings 4 lines a step: of 10 cycles each, added to its loads and lines from
/// L2, 5 + 4.375 * 2, or of 2 beside them.
TEST(RowsOfB, ComeWithTheFirstRowOfTiles) {
    Machine machine = plain_machine();
    machine.run_start_cycles = 0, machine.page_walk_cycles = 0;
    const Matmul mm{192, 1040, 1024};
    const double lines = 1040.0 * 1024 / 16, steps = 32 * 17 * 1024;
    const Cost added = cost(mm, 6, 4, false, machine);
    const Term waited = term(added, "T_L2L3", Resource::L2L3, Phase::FirstRow);
    EXPECT_DOUBLE_EQ(waited.total, lines * 10); // 2 + 8 a line
    EXPECT_FALSE(waited.overlapped);
    EXPECT_DOUBLE_EQ(time_of(added, Phase::FirstRow) - lines * 10, time_of(added, Phase::AllSteps) / 31);
    machine.l2_l3_overlaps = true;
    machine.l2_l3_cycles_per_line = 2;
    const Cost hidden = cost(mm, 6, 4, false, machine);
    EXPECT_TRUE(term(hidden, "T_L2L3", Resource::L2L3, Phase::FirstRow).overlapped);
    EXPECT_DOUBLE_EQ(time_of(hidden, Phase::FirstRow), steps / 32 * (13.75 + machine.tlb_miss_cycles));
    machine.l1_l2_exposed = 0.25;
    const Cost exposed = cost(mm, 6, 4, false, machine);
    EXPECT_DOUBLE_EQ(time_of(exposed, Phase::FirstRow) - time_of(exposed, Phase::AllSteps) / 31,
                     0.25 * lines * 2);
}

/// One row of tiles reads rows from end to end: they are fetched ahead, but not from memory.
TEST(RowsOfB, OfOneRowOfTilesAreFetchedAhead) {
    const Cost near = cost({8, 4096, 512}, 8, 3, false);
    EXPECT_DOUBLE_EQ(term(near, "T_L2L3", Resource::Ahead, Phase::FirstRow).total, 4096 * 512 / 16 * 10.0);
    const Cost far = cost({4, 16384, 4096}, 4, 4, false);
    const Term lines = term(far, "T_L2L3", Resource::Memory, Phase::FirstRow);
    EXPECT_DOUBLE_EQ(lines.total, 16384.0 * 4096 / 16 * 20);
    EXPECT_TRUE(lines.shared);
}

TEST(RowsOfA, FirstLinesThatATileBeginsToReadFromL2) {
    Machine machine = plain_machine();
    machine.row_start_cycles = 14;
    machine.run_start_cycles = 0; // of B
    EXPECT_DOUBLE_EQ(
        term(cost({96, 512, 512}, 6, 4, true, machine), "T_start", Resource::Serial, Phase::Alone).total,
        16 * 8 * 6 * 14);
    const auto begins = [&](const Matmul& mm) {
        const Cost c = cost(mm, 6, 4, true, machine);
        return std::any_of(c.terms.begin(), c.terms.end(), [](const Term& one) {
            return one.name == "T_start" && one.cycles.formula().find("tiles") != std::string::npos;
        });
    };
    EXPECT_TRUE(begins({96, 512, 512}));
    EXPECT_FALSE(begins({12, 64, 64}));   // all in L1
    EXPECT_FALSE(begins({960, 512, 13})); // in one run
    const Problem problem = problem_of({96, 512, 512});
    const Facts facts(problem, machine);
    const Cost in_blocks = evaluate(facts, blocked(facts, 6, 4, 256, 96, 512), Words::Yes);
    EXPECT_DOUBLE_EQ(term(in_blocks, "T_start", Resource::Serial, Phase::Alone).total, 2 * 16 * 8 * 6 * 14);
}

TEST(RowsOfA, ShortOnesAreSeveralARun) {
    Machine machine = plain_machine();
    machine.row_start_cycles = 16;
    machine.run_start_cycles = 0;             // of B
    const auto starts = [&](std::int64_t k) { // a cycle for each of 6 rows of a tile
        const Cost c = cost({4800, 64, k}, 6, 4, true, machine);
        return term(c, "T_start", Resource::Serial, Phase::Alone).total / (800 * 6);
    };
    EXPECT_DOUBLE_EQ(starts(64), 16 / 4.0); // rows of 256 bytes
    EXPECT_DOUBLE_EQ(starts(256), 16);      // of 1 KiB
    EXPECT_DOUBLE_EQ(starts(512), 16);
}

TEST(RowsOfA, BlocksThatStayInL1ComeWithTheirFirstPanel) {
    Machine machine = overlapping();
    machine.row_start_cycles = 16;
    const Problem problem = problem_of({960, 128, 16}); // A: rows of 64 bytes, 60 KiB
    const Facts facts(problem, machine);
    const Cost c = evaluate(facts, register_tile(facts, 6, 4, row_blocks(96)), Words::Yes);
    EXPECT_DOUBLE_EQ(term(c, "T_L1L2").total, 960 * 2);
    // 16 rows are a run; one of the two panels
    EXPECT_DOUBLE_EQ(term(c, "T_start", Resource::Serial, Phase::Alone).total, 160 * 6);
}

} // namespace
} // namespace autoconfig::testing
