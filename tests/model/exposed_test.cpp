// Transfers that the arithmetic hides on some machines and not on others.
#include "autoconfig/model/transfers.h"
#include "tests/model/plain_machine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

Cost cost(const Matmul& mm, const Machine& machine, int MR, int n_v, bool pack_b = true) {
    const Problem problem = problem_of(mm);
    const Facts facts(problem, machine);
    return evaluate(facts, register_tile(facts, MR, n_v, pack_b), Words::Yes);
}

TEST(Exposed, AShareOfTheLinesFromL2) {
    Machine machine = plain_machine();
    EXPECT_FALSE(has(cost({96, 512, 512}, machine, 6, 4), "T_wait"));
    machine.l1_l2_exposed = 0.25;
    const Cost c = cost({96, 512, 512}, machine, 6, 4);
    EXPECT_DOUBLE_EQ(term(c, "T_L1L2").per_step, (6 / 16.0 + 4) * 2);
    EXPECT_DOUBLE_EQ(term(c, "T_wait").per_step, (6 / 16.0 + 4) * 2 * 0.25);
    EXPECT_FALSE(term(c, "T_wait").overlapped);
    machine.l1_l2_overlaps = false; // all of them are added as they are
    EXPECT_FALSE(has(cost({96, 512, 512}, machine, 6, 4), "T_wait"));
}

TEST(Exposed, FirstLinesOfRowsThatATileBeginsToReadFromL2) {
    Machine machine = plain_machine();
    machine.row_start_cycles = 14;
    EXPECT_DOUBLE_EQ(term(cost({96, 512, 512}, machine, 6, 4), "T_start").total, 16 * 8 * 6 * 14);
    EXPECT_FALSE(has(cost({12, 64, 64}, machine, 6, 4), "T_start"));   // all in L1
    EXPECT_FALSE(has(cost({960, 512, 13}, machine, 6, 4), "T_start")); // rows in one run
    const Problem problem = problem_of({96, 512, 512});
    const Facts facts(problem, machine);
    const Cost in_blocks = evaluate(facts, blocked(facts, 6, 4, 256, 96, 512), Words::Yes);
    EXPECT_DOUBLE_EQ(term(in_blocks, "T_start").total, 2 * 16 * 8 * 6 * 14);
}

TEST(Exposed, OfShortRowsSeveralAreOneRun) {
    Machine machine = plain_machine();
    machine.row_start_cycles = 16;
    const auto starts = [&](std::int64_t k) { // a cycle for each of 6 rows of a tile
        return term(cost({4800, 64, k}, machine, 6, 4), "T_start").total / (800 * 6);
    };
    EXPECT_DOUBLE_EQ(starts(64), 16 / 4.0); // rows of 256 bytes
    EXPECT_DOUBLE_EQ(starts(256), 16);      // of 1 KiB
    EXPECT_DOUBLE_EQ(starts(512), 16);
}

TEST(Exposed, BlocksOfRowsThatStayInL1ComeWithTheirFirstPanel) {
    Machine machine = plain_machine();
    machine.l1_l2_exposed = 0.25;
    machine.row_start_cycles = 16;
    const Problem problem = problem_of({960, 128, 16}); // A: rows of 64 bytes, 60 KiB
    const Facts facts(problem, machine);
    Config config = register_tile(facts, 6, 4, false);
    config.RB = 96;
    const Cost c = evaluate(facts, config, Words::Yes);
    EXPECT_DOUBLE_EQ(term(c, "T_L1L2").total, 960 * 2);
    EXPECT_DOUBLE_EQ(term(c, "T_wait").total, 960 * 2 * 0.25);
    EXPECT_DOUBLE_EQ(term(c, "T_start").total, 160 * 6); // 16 rows are a run; one of the two panels
}

TEST(Exposed, AFromMemoryWhereL3DoesNotHoldIt) {
    const auto numbers = [](std::int64_t rows) {
        return term(cost({rows, 16, 64}, plain_machine(), 6, 1), "T_L3(A)").numbers;
    };
    EXPECT_THAT(numbers(60000), ::testing::HasSubstr("240000 * 4 "));  // 15 MB
    EXPECT_THAT(numbers(90000), ::testing::HasSubstr("360000 * 20 ")); // 23 MB
}

TEST(Exposed, TilesAlongKAsWell) {
    Machine machine = plain_machine();
    machine.l1_l2_exposed = 0.25;
    machine.row_start_cycles = 14;
    const Problem problem = problem_of({64, 64, 2048, 0, false, true});
    const Facts facts(problem, machine);
    const Cost c = evaluate(facts, along_k(facts, 2, 4), Words::Yes);
    const double from_l3 = term(c, "T_L3").per_step; // panels of B, once each
    EXPECT_DOUBLE_EQ(term(c, "T_wait").per_step, ((2 + 4) * 2 - from_l3) * 0.25);
    EXPECT_DOUBLE_EQ(term(c, "T_start").total, 32 * 16 * 2 * 14); // two rows of A
}

TEST(Exposed, StreamsFromMemorySetThePaceAloneWhereLevelsOverlap) {
    Machine machine = plain_machine();
    const Problem problem = problem_of({1, 4096, 1 << 16, 0, false, true});
    const auto along = [&] {
        return evaluate(Facts(problem, machine), along_k(Facts(problem, machine), 1, 4), Words::Yes);
    };
    EXPECT_FALSE(term(along(), "T_L1L2").overlapped);
    machine.l2_l3_overlaps = true;
    machine.l3_mem_cycles_per_line = 16;
    const Cost c = along();
    EXPECT_TRUE(term(c, "T_L3").binds);
    EXPECT_DOUBLE_EQ(term(c, "T_L3").per_step, 4 * 16 + 8); // B from memory, A again from L3
    EXPECT_TRUE(term(c, "T_L1L2").overlapped);
}

TEST(Exposed, LanesOfEachSum) {
    Machine machine = plain_machine();
    const Problem problem = problem_of({64, 64, 2048, 0, false, true});
    const Facts facts(problem, machine);
    const auto tile = [&] { return term(evaluate(facts, along_k(facts, 2, 4), Words::Yes), "T_tile").total; };
    const double before = tile();
    machine.lane_sum_cycles += 3;
    EXPECT_DOUBLE_EQ(tile() - before, 64 * 64 * 3);
}

TEST(Exposed, CopiesOfAFewRowsAtATime) {
    Machine machine = plain_machine();
    machine.pack_overlaps = false;
    const Problem problem = problem_of({48, 48 * 64, 512});
    const Facts facts(problem, machine);
    Config config = register_tile(facts, 6, 4, true);
    const double whole = term(evaluate(facts, config, Words::Yes), "T_pack").total;
    config.k_pack = 4;
    EXPECT_DOUBLE_EQ(term(evaluate(facts, config, Words::Yes), "T_pack").total, whole);
}

/// Rows of B in place, of which L2 does not hold a panel.
TEST(Exposed, LinesOfBFromL3WhereLevelsDoNotOverlap) {
    Machine machine = plain_machine();
    machine.tlb2_entries = 1 << 20;
    const Matmul mm{96, 4096, 1024};
    const Cost added = cost(mm, machine, 6, 4, false);
    EXPECT_DOUBLE_EQ(term(added, "T_L2L3").per_step, 4 * 8);
    EXPECT_FALSE(term(added, "T_L2L3").overlapped);
    EXPECT_EQ(term(added, "T_L2L3").combines, Combines::Added);
    machine.l2_l3_overlaps = true;
    machine.l1_l2_exposed = 0.25;
    machine.l2_l3_cycles_per_line = 1;
    machine.run_start_cycles = 5;
    const Cost beside = cost(mm, machine, 6, 4, false);
    EXPECT_TRUE(term(beside, "T_L2L3").overlapped); // 4 + 5 cycles under 12
    EXPECT_DOUBLE_EQ(term(beside, "T_wait(B)").per_step, 4 * 1 * 0.25);
    EXPECT_DOUBLE_EQ(term(beside, "T_wait").per_step, 6 / 16.0 * 2 * 0.25);
}

/// 1024 rows four pages apart take up a quarter of the sets of 4096 entries, 1000 of them leave some.
TEST(Exposed, RowsOnFewSetsOfTheTlbWalkPages) {
    Machine machine = plain_machine();
    machine.l2_l3_overlaps = true;
    machine.run_start_cycles = 5;
    machine.page_walk_cycles = 13;
    machine.tlb2_entries = 4096;
    EXPECT_DOUBLE_EQ(term(cost({96, 4096, 1024}, machine, 6, 4, false), "T_L2L3").per_step, 4 * 8 + 5 + 13);
    EXPECT_DOUBLE_EQ(term(cost({96, 4096, 1000}, machine, 6, 4, false), "T_L2L3").per_step, 4 * 8 + 5);
    EXPECT_DOUBLE_EQ(term(cost({96, 5120, 1024}, machine, 6, 4, false), "T_L2L3").per_step, 4 * 8 + 5);
}

/// The first row of tiles of a panel, 12 cycles a step and more, hides 4 lines a step of 2 cycles each.
TEST(Exposed, FirstLinesOfBWhereTransfersOverlap) {
    Machine machine = plain_machine();
    machine.run_start_cycles = 0;
    const Matmul mm{192, 1040, 1024};
    const double lines = 1040.0 * 1024 / 16;
    EXPECT_DOUBLE_EQ(term(cost(mm, machine, 6, 4, false), "T_L2L3(B)").total, lines * 10); // 2 + 8 a line
    machine.l2_l3_overlaps = true;
    machine.l2_l3_cycles_per_line = 2;
    EXPECT_DOUBLE_EQ(term(cost(mm, machine, 6, 4, false), "T_L2L3(B)").total, 0);
    machine.l1_l2_exposed = 0.25;
    EXPECT_DOUBLE_EQ(term(cost(mm, machine, 6, 4, false), "T_L2L3(B)").total, 0.25 * lines * 2);
}

TEST(Exposed, RowsOfATileThatPushEachOtherOutOfL1) {
    const Machine machine = plain_machine(); // 8 ways
    const auto lines_of_a = [&](std::int64_t k) {
        const Cost c = cost({140, 64, k}, machine, 14, 2);
        return term(c, "T_L1L2").per_step / machine.l1_l2_cycles_per_line - 2;
    };
    EXPECT_DOUBLE_EQ(lines_of_a(1024 + 16), 14 / 16.0);
    EXPECT_DOUBLE_EQ(lines_of_a(1024), 14 / 16.0 + 14); // rows 4 KiB apart
}

TEST(Exposed, PanelsAlongKThatStayInL1ComeOnce) {
    const Machine machine = plain_machine();
    const auto lines = [&](std::int64_t k) {
        const Problem problem = problem_of({64, 64, k, 0, false, true});
        const Facts facts(problem, machine);
        return term(evaluate(facts, along_k(facts, 2, 4), Words::Yes), "T_L1L2").per_step /
               machine.l1_l2_cycles_per_line;
    };
    EXPECT_DOUBLE_EQ(lines(1024), 2 + 4 / 32.0); // 4 + 2 rows of 4 KiB; a panel for 32 tiles
    EXPECT_DOUBLE_EQ(lines(2048), 2 + 4);
}

} // namespace
} // namespace autoconfig::testing
