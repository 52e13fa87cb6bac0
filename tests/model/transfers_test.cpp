// Lines of A and B of register tiles by hand: which level they come from, and how long a line takes.
#include "autoconfig/model/transfers.h"
#include "tests/model/plain_machine.h"

namespace autoconfig::testing {
namespace {

/// All ways but one, 960 KiB, of L2; three quarters, 12 MiB, of L3.
TEST(CyclesPerLine, LinksAddUpOrOverlap) {
    Machine machine = plain_machine();
    const double l2 = 960 * 1024, all = 12.0 * 1024 * 1024;
    EXPECT_EQ(cycles_per_line(machine, l2), 2);
    EXPECT_EQ(cycles_per_line(machine, l2 + 1), 2 + 8);
    EXPECT_EQ(cycles_per_line(machine, all), 2 + 8);
    EXPECT_EQ(cycles_per_line(machine, all + 1), 2 + 8 + 10);
    EXPECT_EQ(waited_for(l2, machine), Resource::L1L2);
    EXPECT_EQ(waited_for(l2 + 1, machine), Resource::L2L3);
    EXPECT_EQ(waited_for(all + 1, machine), Resource::Memory);
    machine.l2_l3_overlaps = true;
    EXPECT_EQ(cycles_per_line(machine, l2 + 1), 8);
    EXPECT_EQ(cycles_per_line(machine, all + 1), 10);
}

TEST(CyclesPerLine, OfRepeatedSweepsComeFromL3AsFarAsItHoldsThem) {
    Machine machine = plain_machine();
    const double l3 = 16.0 * 1024 * 1024;
    const auto again = [&](double bytes) { return cycles_per_line(machine, bytes, LinesIn::RepeatedSweeps); };
    EXPECT_EQ(again(l3), 2 + 8);
    EXPECT_EQ(again(4 * l3), 2 + 8 + 0.75 * 10);
    machine.l2_l3_overlaps = true;
    EXPECT_EQ(again(4 * l3), 8); // so many come from L3 that these set the pace
    EXPECT_EQ(again(10 * l3), 0.9 * 10);
    machine.l3.bytes = 0;
    EXPECT_EQ(again(l3), 10);
}

TEST(CyclesPerLine, OfShortRunsAreNotThoseOfSweepsFromMemory) {
    Machine machine = plain_machine();
    const double l3 = 16.0 * 1024 * 1024;
    EXPECT_EQ(cycles_per_line(machine, 4 * l3, LinesIn::ShortRuns), 2 + 8 + 10); // not measured
    machine.l3_mem_runs_cycles_per_line = 40;
    EXPECT_EQ(cycles_per_line(machine, 4 * l3, LinesIn::ShortRuns), 2 + 8 + 40);
    EXPECT_EQ(cycles_per_line(machine, 4 * l3), 2 + 8 + 10);
    EXPECT_EQ(cycles_per_line(machine, l3 / 2, LinesIn::ShortRuns), 2 + 8);
}

TEST(CyclesPerLine, AreWrittenAsTheLinksThatCount) {
    Machine machine = plain_machine();
    const Ledger ledger(Words::Yes);
    EXPECT_EQ(line_cycles(ledger, machine, 18 << 20).formula(), "L1L2 + L2L3 + L3Mem");
    EXPECT_EQ(line_cycles(ledger, machine, 18 << 20).numbers(), "2 + 8 + 10");
    EXPECT_EQ(line_cycles(ledger, machine, 18 << 20, LinesIn::RepeatedSweeps).numbers(),
              "2 + 8 + 0.1111 * 10");
    machine.l2_l3_overlaps = true;
    EXPECT_EQ(line_cycles(ledger, machine, 18 << 20).formula(), "L3Mem");
    for (double bytes : {1e5, 1e6, 1e8})
        EXPECT_EQ(line_cycles(ledger, machine, bytes).value(), cycles_per_line(machine, bytes));
}

/// Vectors of 64 bytes in rows that start on a line, in the middle of one, and anywhere.
TEST(CrossingShare, FollowsFromWhereRowsStart) {
    const Machine machine = plain_machine();
    EXPECT_EQ(crossing_share(64, 4096, machine), 0);
    EXPECT_EQ(crossing_share(64, 4096 + 32, machine), 0.5);
    EXPECT_EQ(crossing_share(64, 4096 + 4, machine), 15 / 16.0);
    EXPECT_EQ(crossing_share(32, 4096 + 32, machine), 0);
    EXPECT_EQ(crossing_share(32, 4096 + 4, machine), 7 / 16.0);
}

TEST(Transfers, APanelThatFitsL1IsNotReadAgain) {
    // A 48 x 32 x 4 B = 6 KiB, the panel 32 x 64 x 4 B = 8 KiB.
    const Cost c = cost({48, 512, 32}, 6, 4, true);
    EXPECT_FALSE(has(c, "T_L1L2"));
    EXPECT_FALSE(has(c, "T_L2L3", Resource::L2L3));
    EXPECT_FALSE(has(c, "T_L2L3", Resource::Ahead));
}

/// 3 x 2^20 elements of f32, 12 MiB, or of u16 that are converted as they are read.
TEST(Transfers, AnOperandThatIsMadeWhereItIsReadComesAsWhatItIsMadeOf) {
    Problem problem = problem_of({3, 1 << 20, 3});
    const Machine machine = plain_machine();
    const auto lines = [&] {
        const Facts facts(problem, machine);
        const Cost c = evaluate(facts, register_tile(facts, 3, 4, false), Words::No);
        double cycles = 0;
        for (const Term& one : c.terms)
            if (one.name == "T_L2L3") cycles += one.total;
        return cycles;
    };
    const double stored = lines();
    problem.b.movable = true;
    problem.b.source_bytes = 2;
    EXPECT_LT(lines(), 0.6 * stored);
}

TEST(Transfers, APanelBeyondL1ComesFromL2EveryTime) {
    // The panel is 512 x 64 x 4 B = 128 KiB, A 96 x 512 x 4 B = 192 KiB: together in L2.
    const Cost c = cost({96, 512, 512}, 6, 4, true);
    EXPECT_DOUBLE_EQ(term(c, "T_L1L2").per_step(), (6 * 4 / 64.0 + 64 * 4 / 64.0) * 2);
    EXPECT_EQ(term(c, "T_L1L2").cycles.numbers(), "(0.375 + 4) * 2");
    EXPECT_FALSE(has(c, "T_L2L3", Resource::Ahead));
}

TEST(Transfers, APanelBeyondL2ComesFromL3EveryTimeButTheFirst) {
    // The panel is 8192 x 64 x 4 B = 2 MiB, A 3 MiB, whose rows are fetched ahead; 15 of 16 tiles read it
    // again.
    const Cost c = cost({96, 512, 8192}, 6, 4, true);
    EXPECT_DOUBLE_EQ(term(c, "T_L2L3", Resource::L2L3, Phase::AllSteps).per_step(), 4 * 15 / 16.0 * 8);
    EXPECT_DOUBLE_EQ(term(c, "T_L2L3", Resource::Ahead, Phase::AllSteps).per_step(), 6 * 4 / 64.0 * 4);
}

TEST(Transfers, OneRowOfTilesReadsItsPanelOnce) {
    const Cost c = cost({6, 512, 4096}, 6, 4, true); // A 96 KiB beyond L1
    EXPECT_DOUBLE_EQ(term(c, "T_L1L2").per_step(), 6 * 4 / 64.0 * 2);
}

TEST(Transfers, RowsOnFewSetsDoNotStay) {
    // 64 rows of B, 256 B each: 16 KiB fit L1 packed, but 4096 B apart they have 4 sets of 8 ways.
    const Matmul mm{6000, 1024, 64};
    EXPECT_DOUBLE_EQ(term(cost(mm, 6, 4, true), "T_L1L2").per_step(), 6 * 4 / 64.0 * 2);
    EXPECT_DOUBLE_EQ(term(cost(mm, 6, 4, false), "T_L1L2").per_step(), (6 * 4 / 64.0 + 4) * 2);
}

TEST(Transfers, RowsOfATileThatPushEachOtherOutOfL1) {
    const auto lines_of_a = [&](std::int64_t k) { // 8 ways
        return term(cost({140, 64, k}, 14, 2, true), "T_L1L2").per_step() / 2 - 2;
    };
    EXPECT_DOUBLE_EQ(lines_of_a(1024 + 16), 14 / 16.0);
    EXPECT_DOUBLE_EQ(lines_of_a(1024), 14 / 16.0 + 14); // rows 4 KiB apart
}

/// A stays in no cache nearer than L3: half a line a step for one panel, an eighth for four.
TEST(Transfers, PanelsPackedTogetherBringAOnce) {
    const Machine machine = plain_machine();
    const Problem problem = problem_of({1024, 1024, 1024}); // 22 panels; 4 MB of A
    const Facts facts(problem, machine);
    RegisterTile tile = packed(true);
    const Cost each = evaluate(facts, register_tile(facts, 8, 3, tile), Words::Yes);
    tile.panels = 4;
    const Cost together = evaluate(facts, register_tile(facts, 8, 3, tile), Words::Yes);
    EXPECT_DOUBLE_EQ(term(each, "T_L2L3", Resource::Ahead, Phase::AllSteps).per_step(), 0.5 * 4);
    EXPECT_DOUBLE_EQ(term(together, "T_L2L3", Resource::Ahead, Phase::AllSteps).per_step(), 0.125 * 4);
    EXPECT_DOUBLE_EQ(term(together, "T_alloc").total, 6 * 200); // 6 allocations of up to four panels
}

TEST(Transfers, AThatStaysInL2ComesFromBeyondWithTheFirstPanel) {
    EXPECT_FALSE(has(cost({768, 512, 256}, 6, 4, true), "T_L2L3", Resource::Ahead)); // 768 KiB: there already
    const Machine machine = plain_machine();
    const Problem problem = problem_of({1024, 512, 256}); // 1 MiB
    const Facts facts(problem, machine);
    const Cost c = evaluate(facts, blocked(facts, 8, 2, 256, 512, 128), Words::Yes); // four blocks of columns
    EXPECT_DOUBLE_EQ(term(c, "T_L2L3", Resource::Ahead, Phase::FirstPanel).total, 4 * 1024 * 256 / 16 * 4);
}

/// A of one panel, 64 bytes a row and 256 in all: from L3 as a stream, or at the pace of memory.
TEST(Transfers, AFromMemoryWhereL3DoesNotHoldIt) {
    const auto lines = [](std::int64_t rows) {
        return term(cost({rows, 16, 64}, 6, 1, true), "T_L2L3", Resource::Ahead, Phase::FirstPanel);
    };
    EXPECT_EQ(lines(40000).cycles.numbers(), "160000 * 4"); // 10 MB
    EXPECT_FALSE(lines(40000).shared);
    EXPECT_EQ(lines(90000).cycles.numbers(), "360000 * 12.72"); // 23 MB
    EXPECT_TRUE(lines(90000).shared);
}

} // namespace
} // namespace autoconfig::testing
