// Which losers are shown and why each lost.
#include "autoconfig/report/losers.h"
#include "tests/report/samples.h"

#include <gtest/gtest.h>

namespace autoconfig::report {
namespace {

Candidate candidate(int MR, int n_v, double cycles) {
    Candidate c;
    c.config.MR = MR;
    c.config.n_v = n_v;
    c.cost.cycles = c.cost.serial_cycles = cycles;
    return c;
}

std::vector<int> rows_of(const std::vector<Loser>& losers) {
    std::vector<int> rows;
    for (const Loser& loser : losers) rows.push_back(loser.candidate->config.MR);
    return rows;
}

TEST(Losers, OneOfEachKindBestFirst) {
    Decision d;
    d.ranked = {candidate(6, 4, 100), candidate(6, 4, 101), candidate(8, 3, 102), candidate(8, 3, 103),
                candidate(4, 4, 104), candidate(2, 4, 105), candidate(1, 4, 106)};
    EXPECT_EQ(rows_of(best_losers(d)), (std::vector<int>{8, 4, 2}));
    EXPECT_EQ(rows_of(best_losers(d, 1)), std::vector<int>{8});
}

TEST(Losers, StrategyPackingAndVectorisedKMakeAKind) {
    Decision d;
    d.ranked.assign(6, candidate(6, 4, 100));
    d.ranked[1].config.strategy = Strategy::Blocked;
    d.ranked[2].config.pack_a = true;
    d.ranked[3].config.pack_b = true;
    d.ranked[4].config.k_vectorised = true;
    d.ranked[5].config.KC = 256;
    EXPECT_EQ(best_losers(d, 9).size(), 4u);
}

TEST(Losers, NoneInASpaceOfOne) { EXPECT_TRUE(best_losers(samples::tiny()).empty()); }

TEST(Losers, SlowerComparesPredictedCycles) {
    Decision d;
    d.ranked = {candidate(6, 4, 100), candidate(4, 4, 125)};
    EXPECT_DOUBLE_EQ(best_losers(d).front().slower, 0.25);
}

TEST(Losers, TermIsTheOneWithTheLargestExcess) {
    Decision d;
    d.ranked = {candidate(6, 4, 100), candidate(4, 4, 130)};
    d.ranked[0].cost.terms = {{"T_OL", "", "", 0, 90, false, true}, {"T_pack", "", "", 0, 10, false, false}};
    d.ranked[1].cost.terms = {{"T_OL", "", "", 0, 95, false, true},
                              {"T_pack", "", "", 0, 5, false, false},
                              {"T_out", "", "", 0, 30, false, false}};
    const Loser loser = best_losers(d).front();
    ASSERT_NE(loser.term, nullptr);
    EXPECT_EQ(loser.term->name, "T_out");
    EXPECT_DOUBLE_EQ(loser.excess_cycles, 30);
}

TEST(Losers, OverlappedTermsAddNothing) {
    Decision d;
    d.ranked = {candidate(6, 4, 100), candidate(4, 4, 110)};
    d.ranked[0].cost.terms = {{"T_OL", "", "", 0, 100, false, true}, {"T_nOL", "", "", 0, 90, true, false}};
    d.ranked[1].cost.terms = {{"T_OL", "", "", 0, 200, true, false}, {"T_nOL", "", "", 0, 110, false, true}};
    const Loser loser = best_losers(d).front();
    ASSERT_NE(loser.term, nullptr);
    EXPECT_EQ(loser.term->name, "T_nOL");
    EXPECT_DOUBLE_EQ(loser.excess_cycles, 110);
}

TEST(Losers, NoTermInATie) {
    Decision d;
    d.ranked = {candidate(6, 4, 100), candidate(4, 4, 100)};
    EXPECT_EQ(best_losers(d).front().term, nullptr);
}

TEST(Losers, ThreadsAreTheReasonWhereTheyLoseMoreThanAnyTerm) {
    const Decision d = samples::blocked();
    const Loser loser = best_losers(d).back();
    EXPECT_TRUE(loser.by_threads);
    ASSERT_NE(loser.term, nullptr);
    EXPECT_EQ(loser.term->name, "T_parallel");
    // a sixth of the work beyond the even half, and nine tasks less to start
    EXPECT_NEAR(loser.excess_cycles, loser.candidate->cost.serial_cycles / 6 - 9 * 300, 1e-6);
}

TEST(Losers, ASerialConfigurationLosesByThreadsWithoutATerm) {
    Decision d;
    d.machine.cores = 2;
    d.ranked = {candidate(6, 4, 100), candidate(4, 4, 90)};
    d.ranked[0].config.parallel = ParallelLoop::Ic;
    d.ranked[0].config.tasks = 2;
    d.ranked[0].cost.cycles = 60;
    const Loser loser = best_losers(d).front();
    EXPECT_TRUE(loser.by_threads);
    EXPECT_EQ(loser.term, nullptr);
    EXPECT_DOUBLE_EQ(loser.excess_cycles, (90 - 45) - (60 - 50));
}

TEST(Losers, ATermIsTheReasonWhereItLosesMoreThanTheThreads) {
    const Decision d = samples::blocked();
    const Loser loser = best_losers(d).front();
    EXPECT_FALSE(loser.by_threads);
    EXPECT_DOUBLE_EQ(loser.excess_cycles, 14.0 * 10 * 96 * 768 - 12.0 * 22 * 48 * 768);
}

TEST(Losers, WinsWithTheFlipsThatNameItsKind) {
    const Decision d = samples::blocked();
    const std::vector<Loser> losers = best_losers(d);
    ASSERT_EQ(losers.size(), 3u);
    EXPECT_EQ(losers[0].wins_with, std::vector<std::string>{"M >= 140"});
    EXPECT_TRUE(losers[1].wins_with.empty());
}

} // namespace
} // namespace autoconfig::report
