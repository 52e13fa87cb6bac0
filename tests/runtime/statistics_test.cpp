#include "autoconfig/statistics.h"

#include <gtest/gtest.h>

#include <cmath>

namespace autoconfig {
namespace {

TEST(Statistics, Median) {
    EXPECT_DOUBLE_EQ(median({7}), 7);
    EXPECT_DOUBLE_EQ(median({9, 1, 5}), 5);
    EXPECT_DOUBLE_EQ(median({4, 1, 100, 2}), 3); // between 2 and 4
    EXPECT_TRUE(std::isnan(median({})));
}

TEST(Statistics, Quantile) {
    EXPECT_DOUBLE_EQ(quantile({3, 1, 2}, 0), 1);
    EXPECT_DOUBLE_EQ(quantile({3, 1, 2}, 1), 3);
    EXPECT_DOUBLE_EQ(quantile({40, 10, 30, 20, 0}, 0.95), 38); // 0.8 of the way from 30 to 40
    EXPECT_DOUBLE_EQ(quantile({7}, 0.95), 7);
    EXPECT_TRUE(std::isnan(quantile({}, 0.95)));
}

TEST(Statistics, RelativeSpread) {
    EXPECT_DOUBLE_EQ(relative_spread({5, 3, 1, 2, 4}), (4.0 - 2.0) / 3.0);
    EXPECT_DOUBLE_EQ(relative_spread({1, 2, 3, 4}), (3.25 - 1.75) / 2.5);
    EXPECT_DOUBLE_EQ(relative_spread({8}), 0);
    EXPECT_TRUE(std::isnan(relative_spread({})));
}

TEST(Statistics, Geomean) {
    EXPECT_DOUBLE_EQ(geomean({2, 8}), 4);
    EXPECT_NEAR(geomean({1, 10, 100}), 10, 1e-12);
    EXPECT_TRUE(std::isnan(geomean({})));
}

TEST(KendallTauB, OrderAlikeAndReversed) {
    EXPECT_DOUBLE_EQ(kendall_tau_b({1, 2, 3, 4}, {10, 20, 30, 40}), 1);
    EXPECT_DOUBLE_EQ(kendall_tau_b({1, 2, 3, 4}, {9, 7, 5, 3}), -1);
}

TEST(KendallTauB, OneSwapOfFour) {
    // Pairs: 6; only (3, 4) against (4, 3) disagrees: (5 - 1) / 6.
    EXPECT_DOUBLE_EQ(kendall_tau_b({1, 2, 3, 4}, {1, 2, 4, 3}), 4.0 / 6.0);
}

TEST(KendallTauB, TiesOnBothSides) {
    // x = 1 2 2 3, y = 1 3 2 3. Pairs (i, j): 12 agree, 13 agree, 14 agree, 23 tied in x, 24 tied in y,
    // 34 agree: 4 agree, 0 disagree; 5 untied in x, 5 untied in y: 4 / sqrt(5 * 5).
    EXPECT_DOUBLE_EQ(kendall_tau_b({1, 2, 2, 3}, {1, 3, 2, 3}), 4.0 / 5.0);
}

TEST(KendallTauB, UndefinedWithoutAnOrder) {
    EXPECT_TRUE(std::isnan(kendall_tau_b({1, 1, 1}, {1, 2, 3})));
    EXPECT_TRUE(std::isnan(kendall_tau_b({1}, {1})));
    EXPECT_TRUE(std::isnan(kendall_tau_b({}, {})));
}

} // namespace
} // namespace autoconfig
