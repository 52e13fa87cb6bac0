// Which losers are shown and why each lost.
#include "autoconfig/report/losers.h"

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

/// On one resource, of the whole problem.
Term term(const char* name, double cycles, bool overlapped = false, Resource resource = Resource::Serial) {
    Term one;
    one.name = name;
    one.resource = resource;
    one.cycles = one.total = cycles;
    one.overlapped = overlapped;
    return one;
}

/// The winner on two threads, and one that is slower.
Decision on_two_threads(Candidate winner, Candidate other) {
    Decision d;
    d.machine.cores = 2;
    for (Candidate* one : {&winner, &other}) {
        one->config.parallel = ParallelLoop::Ic;
        one->config.tasks = 2;
    }
    d.ranked = {std::move(winner), std::move(other)};
    return d;
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
    RegisterTile pack_a, pack_b, row_blocks;
    pack_a.pack_a = pack_b.pack_b = true;
    row_blocks.RB = 256;
    const Strategy strategies[] = {RegisterTile(), Blocked(), pack_a, pack_b, AlongK(), row_blocks};
    Decision d;
    for (const Strategy& strategy : strategies) {
        d.ranked.push_back(candidate(6, 4, 100));
        d.ranked.back().config.strategy = strategy;
    }
    EXPECT_EQ(best_losers(d, 9).size(), 4u);
}

TEST(Losers, NoneInASpaceOfOne) {
    Decision d;
    d.ranked = {candidate(6, 4, 100)};
    EXPECT_TRUE(best_losers(d).empty());
}

TEST(Losers, SlowerComparesPredictedCycles) {
    Decision d;
    d.ranked = {candidate(6, 4, 100), candidate(4, 4, 125)};
    EXPECT_DOUBLE_EQ(best_losers(d).front().slower, 0.25);
}

TEST(Losers, TermIsTheOneWithTheLargestExcess) {
    Decision d;
    d.ranked = {candidate(6, 4, 100), candidate(4, 4, 130)};
    d.ranked[0].cost.terms = {term("T_OL", 90), term("T_pack", 10)};
    d.ranked[1].cost.terms = {term("T_OL", 95), term("T_pack", 5), term("T_out", 30)};
    const Loser loser = best_losers(d).front();
    ASSERT_NE(loser.term, nullptr);
    EXPECT_EQ(loser.term->name, "T_out");
    EXPECT_DOUBLE_EQ(loser.excess_cycles, 30);
}

TEST(Losers, OverlappedTermsAddNothing) {
    Decision d;
    d.ranked = {candidate(6, 4, 100), candidate(4, 4, 110)};
    d.ranked[0].cost.terms = {term("T_OL", 100), term("T_nOL", 90, true)};
    d.ranked[1].cost.terms = {term("T_OL", 200, true), term("T_nOL", 110)};
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

/// Both take 100 cycles on one thread; 60 and 90 on two.
TEST(Losers, ThreadsAreTheReasonWhereTheyLoseMoreThanAnyTerm) {
    Candidate winner = candidate(6, 4, 100), other = candidate(4, 4, 100);
    winner.cost.cycles = 60, other.cost.cycles = 90;
    winner.cost.terms = {term("T_OL", 100), term("T_parallel", 10, false, Resource::Threads)};
    other.cost.terms = {term("T_OL", 90), term("T_tile", 10),
                        term("T_parallel", 15, false, Resource::Threads)};
    const Decision d = on_two_threads(winner, other);
    const Loser loser = best_losers(d).front();
    EXPECT_TRUE(loser.by_threads);
    ASSERT_NE(loser.term, nullptr);
    EXPECT_EQ(loser.term->name, "T_parallel");
    EXPECT_DOUBLE_EQ(loser.excess_cycles, (90 - 50) - (60 - 50));
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
    Candidate winner = candidate(6, 4, 100), other = candidate(4, 4, 140);
    winner.cost.cycles = 60, other.cost.cycles = 82;
    winner.cost.terms = {term("T_OL", 100)};
    other.cost.terms = {term("T_OL", 140), term("T_parallel", 12, false, Resource::Threads)};
    const Decision d = on_two_threads(winner, other);
    const Loser loser = best_losers(d).front();
    EXPECT_FALSE(loser.by_threads);
    EXPECT_EQ(loser.term->name, "T_OL");
    EXPECT_DOUBLE_EQ(loser.excess_cycles, 40);
}

TEST(Losers, WinsWithTheFlipsThatNameItsKind) {
    Decision d;
    d.ranked = {candidate(6, 4, 100), candidate(4, 4, 110), candidate(8, 3, 120)};
    d.flips = {{"M >= 140", d.ranked[1].config.name()}, {"L2 below 410K", "blocked mr6 nv4"}};
    const std::vector<Loser> losers = best_losers(d);
    ASSERT_EQ(losers.size(), 2u);
    EXPECT_EQ(losers[0].wins_with, std::vector<std::string>{"M >= 140"});
    EXPECT_TRUE(losers[1].wins_with.empty());
}

} // namespace
} // namespace autoconfig::report
