// Operands that pass by in long runs, by hand: tiles along K, and rows of B.
#include "tests/model/plain_machine.h"

namespace autoconfig::testing {
namespace {

Cost along(std::int64_t m, std::int64_t n, std::int64_t k, int rows,
           const Machine& machine = plain_machine()) {
    const Problem problem = problem_of({m, n, k, 0, false, true});
    const Facts facts(problem, machine);
    return evaluate(facts, along_k(facts, rows, 4), Words::Yes);
}

/// Rows of 4 and of 8 KiB: 4 + 2 of them, for 32 tiles a panel.
TEST(AlongK, PanelsThatStayInL1ComeOnce) {
    const auto lines = [&](std::int64_t k) { return term(along(64, 64, k, 2), "T_L1L2").per_step() / 2; };
    EXPECT_DOUBLE_EQ(lines(1024), 2 + 4 / 32.0);
    EXPECT_DOUBLE_EQ(lines(2048), 2 + 4);
}

/// B of 4 MiB comes once for all tiles of a panel, 8 cycles a line beyond those from L2.
TEST(AlongK, LinesFromBeyondL2AreFetchedAhead) {
    const Cost c = along(64, 512, 2048, 2);
    const Term b = term(c, "T_L2L3", Resource::Ahead, Phase::AllSteps);
    EXPECT_DOUBLE_EQ(b.per_step(), 4 / 32.0 * 8);
    EXPECT_EQ(b.cycles.formula(), "lines of B * fetched ahead");
    EXPECT_TRUE(b.overlapped);
}

TEST(AlongK, RowsOfAThatATileBeginsToReadFromL2) {
    Machine machine = plain_machine();
    machine.row_start_cycles = 14;
    const Cost c = along(64, 64, 2048, 2, machine);
    EXPECT_DOUBLE_EQ(term(c, "T_start").total, 32 * 16 * 2 * 14); // two rows of A
}

/// A of 2 MB passes by for every panel: its lines from L3 follow those to L1. B's are few.
TEST(AlongK, LinesFromL3ThatPassAgainComeBetweenThoseToL1) {
    Machine machine = plain_machine();
    machine.l2_l3_overlaps = machine.l1_l2_overlaps = true;
    const Cost c = along(256, 512, 2048, 2, machine);
    EXPECT_DOUBLE_EQ(term(c, "T_L2L3", Resource::L1L2, Phase::AllSteps).per_step(), 2 * 8);
    EXPECT_DOUBLE_EQ(term(c, "T_L2L3", Resource::Ahead, Phase::AllSteps).per_step(), 4 / 128.0 * 8);
}

TEST(AlongK, LinesFromMemorySetThePace) {
    Machine machine = plain_machine();
    machine.l2_l3_overlaps = true;
    machine.l3_mem_cycles_per_line = 16;
    const Cost c = along(1, 4096, 1 << 16, 1, machine);
    EXPECT_DOUBLE_EQ(per_step(c, "T_L2L3", Resource::Ahead), 4 * 16 + 8); // B, and A again from L3
    EXPECT_EQ(c.binding, "T_L2L3");
    EXPECT_TRUE(term(c, "T_L1L2").overlapped);
}

Cost along_n(std::int64_t n, std::int64_t k) {
    const Machine machine = plain_machine();
    const Problem problem = problem_of({8, n, k});
    const Facts facts(problem, machine);
    return evaluate(facts, stream(facts, 8, 8, 4), Words::Yes);
}

/// 8 lines of 8 rows go and come back for 4 steps.
TEST(AlongN, RowsOfCThatShareSetsOfL1ComeFromL2ForEveryBlockOfK) {
    const Cost c = along_n(4096, 512); // rows a multiple of 4 KiB apart: 12 rows of 8 lines in 8 sets
    EXPECT_DOUBLE_EQ(term(c, "T_L1L2").per_step(), 2 * 8 * 8 / 4 * 2);
    EXPECT_FALSE(has(along_n(4096 + 32, 512), "T_L1L2")); // 8 starts
    EXPECT_FALSE(has(along_n(4096, 4), "T_L1L2"));        // one block
}

/// 8 lines a step from L2, which holds 512 KiB, or from L3.
TEST(AlongN, RowsOfBPassBy) {
    EXPECT_EQ(term(along_n(512, 256), "T_L2L3").cycles.numbers(), "8 * 2");
    EXPECT_EQ(term(along_n(4096, 512), "T_L2L3").cycles.numbers(), "8 * (2 + 8)");
    EXPECT_EQ(term(along_n(4096, 512), "T_L2L3").resource, Resource::L1L2);
}

/// 8 MiB of B, which L3 holds, but not beside 16 MiB of the result that pass by between two calls.
TEST(AlongN, RowsOfBComeFromMemoryWhereTheResultPushesThemOut) {
    const Cost c = along_n(1 << 19, 4);
    EXPECT_EQ(term(c, "T_L2L3").cycles.numbers(), "8 * (2 + 8 + 10)");
    EXPECT_TRUE(term(c, "T_L2L3").shared);
}

} // namespace
} // namespace autoconfig::testing
