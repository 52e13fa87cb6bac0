#include "bench/measure.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace autoconfig::bench {
namespace {

Protocol quick() {
    Protocol protocol;
    protocol.sample_s = 1e-5;
    protocol.warm_s = 1e-6;
    protocol.min_rounds = 4;
    protocol.max_rounds = 6;
    return protocol;
}

/// No error is as small: every round takes place, also where samples take alike to the clock's last digit.
constexpr double never_settled = -1;

TEST(Measure, EveryContestantGetsRoundsWithinTheLimits) {
    std::vector<int> calls(3);
    const auto rounds = measure({[&] { ++calls[0]; }, [&] { ++calls[1]; }, [&] { ++calls[2]; }}, quick());
    ASSERT_EQ(rounds.size(), 3u);
    for (std::size_t i = 0; i < rounds.size(); ++i) {
        EXPECT_GE(rounds[i].size(), 4u);
        EXPECT_LE(rounds[i].size(), 6u);
        EXPECT_GE(calls[i], static_cast<int>(rounds[i].size()));
        EXPECT_TRUE(std::all_of(rounds[i].begin(), rounds[i].end(), [](double s) { return s > 0; }));
    }
}

TEST(Measure, RoundsAlternate) {
    // Runs of equal letters, one a sample: from the end of calibration on they must be ABABAB...
    std::string order;
    const auto note = [&](char who) {
        if (order.empty() || order.back() != who) order += who;
    };
    Protocol protocol = quick();
    protocol.settled = never_settled;
    const auto rounds = measure({[&] { note('A'); }, [&] { note('B'); }}, protocol);
    EXPECT_EQ(rounds[0].size(), 6u);
    EXPECT_EQ(order, "ABABABABABABAB"); // calibration, then six rounds
}

TEST(Measure, NobodyFollowsTheSameOneAlways) {
    std::string order;
    const auto note = [&](char who) {
        if (order.empty() || order.back() != who) order += who;
    };
    Protocol protocol = quick();
    protocol.settled = never_settled;
    protocol.max_rounds = 40;
    measure({[&] { note('A'); }, [&] { note('B'); }, [&] { note('C'); }}, protocol);
    ASSERT_EQ(order.size(), 3u * 41); // calibration too; nobody twice in a row
    for (const char* pair : {"AB", "AC", "BA", "BC", "CA", "CB"})
        EXPECT_NE(order.find(pair, 3), order.npos) << pair;
}

TEST(Measure, WithoutABudgetOneRoundEach) {
    Protocol protocol = quick();
    protocol.budget_s = 0;
    const auto rounds = measure({[] {}, [] {}}, protocol);
    EXPECT_EQ(rounds[0].size(), 1u);
    EXPECT_EQ(rounds[1].size(), 1u);
}

TEST(Measure, ScreeningKeepsTheFastest) {
    Protocol protocol = quick();
    protocol.settled = never_settled;
    protocol.screen_above = 1; // only the fastest goes on
    const auto rounds = measure({[] {}, [] {}, [] {}}, protocol);
    std::vector<std::size_t> counts;
    for (const auto& of_one : rounds) counts.push_back(of_one.size());
    EXPECT_GE(std::count(counts.begin(), counts.end(), 6u), 1);
    EXPECT_EQ(std::count(counts.begin(), counts.end(), 6u) + std::count(counts.begin(), counts.end(), 3u), 3);
}

TEST(Measure, NothingToMeasure) { EXPECT_TRUE(measure({}, quick()).empty()); }

TEST(MedianRatio, OverTheRoundsBothTookPartIn) {
    EXPECT_DOUBLE_EQ(median_ratio({2, 9, 4, 100}, {1, 3, 1}), 3); // 2, 3, 4
}

} // namespace
} // namespace autoconfig::bench
