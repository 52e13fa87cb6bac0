// Terms by hand: the core, transfers that are there and that are not.
#include "autoconfig/model/transfers.h"
#include "tests/model/plain_machine.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

Cost cost(const Matmul& mm, int MR, int n_v, bool pack_b, const Machine& machine = plain_machine()) {
    const Problem problem = problem_of(mm);
    const Facts facts(problem, machine);
    return evaluate(facts, register_tile(facts, MR, n_v, pack_b), Words::Yes);
}

TEST(InCore, SixByFourOnAvx512) {
    const Cost c = cost({96, 512, 64}, 6, 4, true);
    const double steps = 16 * 8 * 64;
    EXPECT_DOUBLE_EQ(term(c, "T_OL").per_step, 6.0 * 4 / 2);
    EXPECT_DOUBLE_EQ(term(c, "T_OL").total, 12 * steps);
    EXPECT_DOUBLE_EQ(term(c, "T_nOL").per_step, (6.0 + 4) / 2);
    EXPECT_DOUBLE_EQ(term(c, "T_front").per_step, (24.0 + 10 + 3) / 4);
    EXPECT_FALSE(has(c, "T_latency"));
    ASSERT_NE(c.binding(), nullptr);
    EXPECT_EQ(c.binding()->name, "T_OL");
    EXPECT_EQ(term(c, "T_OL").numbers, "6*4 / 2");
    EXPECT_FALSE(term(c, "T_OL").overlapped);
    EXPECT_TRUE(term(c, "T_nOL").overlapped);
    EXPECT_TRUE(term(c, "T_front").overlapped);
}

TEST(Transfers, PanelsPackedTogetherBringAOnce) {
    const Machine machine = plain_machine();
    const Problem problem = problem_of({1024, 1024, 1024}); // 22 panels; 4 MB of A, 1 MB of L2
    const Facts facts(problem, machine);
    Config config = register_tile(facts, 8, 3, true);
    const Cost each = evaluate(facts, config, Words::Yes);
    config.NC = 4 * config.NR();
    const Cost together = evaluate(facts, config, Words::Yes);
    EXPECT_DOUBLE_EQ(term(each, "T_L3(A)").per_step, 0.5 * machine.l3_stream_cycles_per_line);
    EXPECT_DOUBLE_EQ(term(together, "T_L3(A)").per_step, 0.125 * machine.l3_stream_cycles_per_line);
    // L2 keeps a quarter of A from one panel to the next.
    EXPECT_DOUBLE_EQ(term(each, "T_wait(A)").per_step, 0.5 * 0.75 * 1.5);
    EXPECT_DOUBLE_EQ(term(together, "T_wait(A)").per_step, 0.125 * 0.75 * 1.5);
    const std::string blocks = term(together, "T_pack").numbers; // 6 allocations of up to four panels
    EXPECT_NE(blocks.find(" + 6 * "), std::string::npos) << blocks;
}

TEST(InCore, FewAccumulatorsWaitForEachOther) {
    // 2 x 2 accumulators for 4 cycles of 2 FMAs.
    const Cost c = cost({96, 512, 64}, 2, 2, true);
    EXPECT_DOUBLE_EQ(term(c, "T_latency").per_step, 4);
    EXPECT_DOUBLE_EQ(term(c, "T_OL").per_step, 2);
    EXPECT_EQ(c.binding()->name, "T_latency");
    EXPECT_FALSE(has(cost({96, 512, 64}, 4, 2, true), "T_latency")); // 8 are enough
}

TEST(InCore, ChainsShareTheLatency) {
    const Machine machine = plain_machine();
    const Problem problem = problem_of({1, 16, 64});
    const Facts facts(problem, machine);
    Config config = register_tile(facts, 1, 1, false);
    const Cost one = evaluate(facts, config, Words::Yes);
    config.chains = 4;
    const Cost four = evaluate(facts, config, Words::Yes);
    EXPECT_DOUBLE_EQ(term(one, "T_latency").per_step, 4);
    EXPECT_DOUBLE_EQ(term(four, "T_latency").per_step, 1);
    EXPECT_DOUBLE_EQ(term(four, "T_tile").total - term(one, "T_tile").total, 3 * 4); // added up in turn
    EXPECT_DOUBLE_EQ(term(four, "T_front").per_step, (1 + 2 + 3.0 / 4) / 4);
}

TEST(InCore, RowsSideBySideShareAVector) {
    const Machine machine = plain_machine();
    const Problem problem = problem_of({1, 4, 64});
    const Facts facts(problem, machine);
    Config config = register_tile(facts, 1, 1, false);
    config.b_rows = 4;
    const Cost c = evaluate(facts, config, Words::Yes);
    EXPECT_DOUBLE_EQ(term(c, "T_OL").per_step, 1.0 / 4 / 2);
    EXPECT_DOUBLE_EQ(term(c, "T_nOL").per_step, 2.0 / 4 / 2);
    EXPECT_DOUBLE_EQ(term(c, "T_latency").per_step, 1);
    // A multiply-add, two loads and one that repeats elements of a, for four steps that the loop counts once.
    EXPECT_DOUBLE_EQ(term(c, "T_front").per_step, (1 + 2 + 1 + 3) / 4.0 / 4);
}

TEST(InCore, DoublesHaveTheirOwnRate) {
    Machine machine = plain_machine();
    machine.mac_f64 = {0.5, 4};
    Matmul mm{96, 512, 64};
    mm.type = mm.sum = f64;
    EXPECT_DOUBLE_EQ(term(cost(mm, 6, 4, true, machine), "T_OL").per_step, 24 / 0.5);
}

TEST(InCore, StreamStoresItsResultEveryKC) {
    const Machine machine = plain_machine();
    const Problem problem = problem_of({2, 512, 64});
    const Facts facts(problem, machine);
    Config config = register_tile(facts, 2, 32, false);
    config.strategy = Strategy::Stream;
    config.KC = 4;
    const Cost c = evaluate(facts, config, Words::Yes);
    // 64 vectors of two rows: each multiply-add loads B, and a quarter of a vector of C that it stores again.
    EXPECT_DOUBLE_EQ(term(c, "T_OL").per_step, 64 / 2);
    EXPECT_DOUBLE_EQ(term(c, "T_nOL").per_step, 64 * 1.25 / 2);
    EXPECT_FALSE(has(c, "T_latency"));
}

TEST(PageMisses, OfPanelsReadInPlaceThatSpanMorePagesThanTheTlbHolds) {
    Machine machine = plain_machine();
    machine.tlb_entries = 64;
    machine.tlb_miss_cycles = 6;
    const Cost c = cost({96, 512, 130}, 6, 4, false, machine); // a row of B is half a page
    EXPECT_DOUBLE_EQ(term(c, "T_TLB").per_step, 6 * 0.5);
    EXPECT_EQ(term(c, "T_TLB").numbers, "6 * 0.50, as 65 > 64");
    EXPECT_FALSE(term(c, "T_TLB").overlapped);
    EXPECT_FALSE(has(cost({96, 512, 128}, 6, 4, false, machine), "T_TLB")); // 64 pages
    EXPECT_FALSE(has(cost({96, 512, 130}, 6, 4, true, machine), "T_TLB"));  // copied side by side
}

TEST(CyclesPerLine, LinksAddUpOrOverlap) {
    Machine machine = plain_machine();
    EXPECT_EQ(cycles_per_line(machine, 1024 * 1024), 2);
    EXPECT_EQ(cycles_per_line(machine, 1024 * 1024 + 1), 2 + 8);
    EXPECT_EQ(cycles_per_line(machine, 17.0 * 1024 * 1024), 2 + 8);
    EXPECT_EQ(cycles_per_line(machine, 17.0 * 1024 * 1024 + 1), 2 + 8 + 10);
    machine.l2_l3_overlaps = true;
    EXPECT_EQ(cycles_per_line(machine, 1024 * 1024 + 1), 8);
    EXPECT_EQ(cycles_per_line(machine, 17.0 * 1024 * 1024 + 1), 10);
}

TEST(Transfers, APanelIsPackedUnderTheFirstRowOfTiles) {
    // 48 panels of 512 rows of 4 lines on a page each: 10 + 1.5 cycles a line and 9 a run to copy, 200 to
    // allocate. A step of the tiles takes 5 cycles of loads and 4.375 lines from L2, 4.25 of these
    // cycles more than the front end; 128 blocks of 4 steps start a panel.
    const Machine machine = plain_machine();
    const Problem problem = problem_of({48, 48 * 64, 512});
    const Facts facts(problem, machine);
    Config config = register_tile(facts, 6, 4, true);
    const double rows = 48 * 512, whole = rows * (4 * 11.5 + 9) + 48 * 200;
    EXPECT_DOUBLE_EQ(term(evaluate(facts, config, Words::Yes), "T_pack").total, whole);
    config.k_pack = 4;
    const double step = 5 + 4.375 * 2, copying = 4 * 1.5;
    EXPECT_DOUBLE_EQ(term(evaluate(facts, config, Words::Yes), "T_pack").total,
                     whole - rows * (step + copying) + 48 * 128 * 8);
}

TEST(Transfers, ATileOfManyMultiplyAddsHidesWhatTheSchedulerHolds) {
    const Machine machine = plain_machine();
    const Problem problem = problem_of({52, 48 * 64, 512});
    const Facts facts(problem, machine);
    Config config = register_tile(facts, 13, 2, true);
    config.k_pack = 8;
    // Of 8 * 26 multiply-adds 97; the copying, 3 cycles a step, finds room beside 7.5 + 2.8125 * 2 - 11 of
    // them.
    const double rows = 96 * 512, step = 7.5 + 2.8125 * 2, front = 11, copying = 2 * 1.5;
    const double row = std::max(step, front + copying);
    EXPECT_DOUBLE_EQ(term(evaluate(facts, config, Words::Yes), "T_pack").total,
                     rows * (2 * 10 + 9 - row * 97 / (8 * 26) + row - step) + 96 * 64 * 8 + 96 * 200);
}

TEST(Transfers, PagesWithinTheSecondLevelTlbNeedNoWalk) {
    Machine machine = plain_machine();
    const Problem problem = problem_of({48, 48 * 64, 512}); // a row of a panel on a page each
    machine.tlb2_entries = 511;
    const auto pack = [&] {
        const Facts facts(problem, machine);
        return term(evaluate(facts, register_tile(facts, 6, 4, true), Words::Yes), "T_pack").total;
    };
    const double walked = pack();
    machine.tlb2_entries = 512;
    EXPECT_DOUBLE_EQ(walked - pack(), 48 * 512 * machine.page_walk_cycles);
}

TEST(Transfers, RowsOfCThatShareSetsOfL1ComeFromL2ForEveryBlockOfK) {
    const Machine machine = plain_machine();
    const auto moved = [&](std::int64_t n) {
        const Problem problem = problem_of({8, n, 512});
        const Facts facts(problem, machine);
        Config config;
        config.strategy = Strategy::Stream;
        config.MR = 8, config.KC = 4, config.MC = 8;
        config.lanes = facts.lanes;
        config.n_v = 8, config.NC = 128;
        return has(evaluate(facts, config, Words::Yes), "T_L1L2(C)");
    };
    EXPECT_TRUE(moved(4096));       // rows a multiple of 4 KiB apart: 12 rows of 8 lines in 8 sets
    EXPECT_FALSE(moved(4096 + 32)); // 8 starts
}

TEST(Results, RunsOnPagesApartThatLeaveL2StartAnew) {
    Machine machine = plain_machine();
    const Problem problem = problem_of({1024, 1024, 16});
    const Facts facts(problem, machine);
    const auto out = [&](int MR, int n_v) {
        return term(evaluate(facts, register_tile(facts, MR, n_v, true), Words::Yes), "T_out").total;
    };
    EXPECT_DOUBLE_EQ(out(8, 2) - out(8, 4), 1024 * (32 - 16) * machine.run_start_cycles);
    machine.l2.bytes = 8 << 20;
    EXPECT_DOUBLE_EQ(out(8, 2), out(8, 4));
}

TEST(Transfers, APanelThatFitsL1IsNotReadAgain) {
    // A 48 x 32 x 4 B = 6 KiB, the panel 32 x 64 x 4 B = 8 KiB.
    const Cost c = cost({48, 512, 32}, 6, 4, true);
    EXPECT_EQ(term(c, "T_L1L2").total, 0);
    EXPECT_FALSE(has(c, "T_L2L3"));
    EXPECT_FALSE(has(c, "T_L3(A)"));
}

TEST(Transfers, APanelBeyondL1ComesFromL2EveryTime) {
    // The panel is 512 x 64 x 4 B = 128 KiB, A 96 x 512 x 4 B = 192 KiB: together in L2.
    const Cost c = cost({96, 512, 512}, 6, 4, true);
    EXPECT_DOUBLE_EQ(term(c, "T_L1L2").per_step, (6 * 4 / 64.0 + 64 * 4 / 64.0) * 2);
    EXPECT_FALSE(has(c, "T_L2L3"));
    EXPECT_FALSE(has(c, "T_L3(A)"));
}

TEST(Transfers, APanelBeyondL2ComesFromL3EveryTime) {
    // The panel is 8192 x 64 x 4 B = 2 MiB, A 3 MiB, whose rows are fetched ahead.
    const Cost c = cost({96, 512, 8192}, 6, 4, true);
    EXPECT_DOUBLE_EQ(term(c, "T_L2L3").per_step, 4 * 8);
    EXPECT_DOUBLE_EQ(term(c, "T_L3(A)").per_step, 6 * 4 / 64.0 * 4);
}

TEST(Transfers, OneRowOfTilesReadsItsPanelOnce) {
    const Cost c = cost({6, 512, 4096}, 6, 4, true); // A 96 KiB beyond L1
    EXPECT_DOUBLE_EQ(term(c, "T_L1L2").per_step, 6 * 4 / 64.0 * 2);
}

TEST(Transfers, RowsOnFewSetsDoNotStay) {
    // 64 rows of B, 256 B each: 16 KiB fit L1 packed, but 4096 B apart they have 4 sets of 8 ways.
    const Matmul mm{6000, 1024, 64};
    EXPECT_EQ(term(cost(mm, 6, 4, true), "T_L1L2").per_step, 6 * 4 / 64.0 * 2);
    EXPECT_EQ(term(cost(mm, 6, 4, false), "T_L1L2").per_step, (6 * 4 / 64.0 + 4) * 2);
}

TEST(Transfers, OnlyPackingIsChargedForPacking) {
    EXPECT_GT(term(cost({96, 512, 64}, 6, 4, true), "T_pack").total, 0);
    EXPECT_FALSE(has(cost({96, 512, 64}, 6, 4, false), "T_pack"));
}

TEST(Results, TheEpilogueCostsItsOperations) {
    Problem problem = problem_of({12, 64, 8});
    const Machine machine = plain_machine();
    EXPECT_FALSE(
        has(evaluate(Facts(problem, machine), register_tile(Facts(problem, machine), 6, 4, true), Words::No),
            "T_epilogue"));
    problem.epilogue_ops_per_element = 10;
    const Facts facts(problem, machine);
    // 12 x 4 vectors at two operations a cycle.
    EXPECT_DOUBLE_EQ(term(evaluate(facts, register_tile(facts, 6, 4, true), Words::No), "T_epilogue").total,
                     48 * 10 / 2);
}

} // namespace
} // namespace autoconfig::testing
