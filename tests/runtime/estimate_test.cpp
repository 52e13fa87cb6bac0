// Samples become a number, its spread and a verdict; nothing here is timed.
#include "runtime/estimate.h"

#include "tests/runtime/rounds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace autoconfig::runtime {
namespace {

using ::testing::HasSubstr;

Measurement cycles(const std::vector<double>& values) { return number("call", "how", rounds(values), 1); }

TEST(Number, IsTheBestOneWithTheDistanceOfTheQuartiles) {
    const Measurement middle = cycles({10.4, 10, 10.2, 10.1, 10.3});
    EXPECT_DOUBLE_EQ(middle.value, 10.2);
    EXPECT_NEAR(middle.spread, 0.2, 1e-9);
    EXPECT_EQ(middle.verdict, Verdict::Steady);
    EXPECT_EQ(middle.reason, "");
}

TEST(Number, SpreadsAsFarAsTheBestOneIsFromTheMiddleOfTheRounds) {
    const Measurement best = number("call", "how", {9, {10, 10, 10}}, 0.1);
    EXPECT_DOUBLE_EQ(best.value, 9);
    EXPECT_DOUBLE_EQ(best.spread, 1);
}

TEST(Number, StaysSteadyWhenFewRepetitionsAreFarOff) {
    const Measurement one = cycles({100, 101, 102, 103, 104, 105, 9000});
    EXPECT_EQ(one.verdict, Verdict::Steady);
    EXPECT_EQ(one.value, 103);
    EXPECT_LT(one.spread, 5);
}

TEST(Number, OfANoisyMachineSaysSoAndHasTheWholeSpread) {
    const Measurement noisy = cycles({100, 130, 160, 190, 220});
    EXPECT_EQ(noisy.verdict, Verdict::Noisy);
    EXPECT_DOUBLE_EQ(noisy.value, 160);
    EXPECT_DOUBLE_EQ(noisy.spread, 120);
    EXPECT_EQ(noisy.reason, "noisy: 5 repetitions from 100 to 220");
}

TEST(Number, ThatCannotBeToldFromNothingIsNotMeasured) {
    const Measurement noise = cycles({-30, -10, 5, 20, 40});
    EXPECT_EQ(noise.verdict, Verdict::Unmeasured);
    EXPECT_THAT(noise.reason, HasSubstr("too noisy: 5, but 5 repetitions spread over 30"));
}

TEST(Number, WithinItsResolutionOfZeroIsZero) {
    const Measurement none = cycles({-0.5, -0.4, -0.3, 0.1, 0.2});
    EXPECT_EQ(none.verdict, Verdict::Steady);
    EXPECT_EQ(none.value, 0);
}

TEST(Number, ThatIsNegativeIsNotMeasured) {
    const Measurement negative = cycles({-10, -9.9, -9.8});
    EXPECT_EQ(negative.verdict, Verdict::Unmeasured);
    EXPECT_THAT(negative.reason, HasSubstr("cannot be negative"));
}

TEST(Number, OfRoundsWithoutNumbersIsNotMeasured) {
    EXPECT_EQ(number("call", "how", {1, {}}, 1).verdict, Verdict::Unmeasured);
    EXPECT_EQ(number("call", "how", {INFINITY, {1, 2}}, 1).verdict, Verdict::Unmeasured);
    EXPECT_EQ(number("call", "how", {1, {1, NAN, INFINITY}}, 1).reason, "most repetitions gave no number");
    EXPECT_EQ(number("call", "how", {1, {1, NAN, 1}}, 1).verdict, Verdict::Steady);
}

TEST(Rate, IsAWholeNumberInTwoCyclesWhereItIsClose) {
    EXPECT_DOUBLE_EQ(rate("mac_f32.per_cycle", "how", rounds({0.505, 0.506, 0.507})).value, 2);
    EXPECT_DOUBLE_EQ(rate("mac_f32.per_cycle", "how", rounds({2.01, 2.02, 2.03})).value, 0.5);
    EXPECT_NEAR(rate("mac_f32.per_cycle", "how", rounds({0.58, 0.58, 0.58})).value, 1 / 0.58, 1e-9);
    EXPECT_EQ(rate("mac_f32.per_cycle", "how", rounds({0, 0, 0})).verdict, Verdict::Unmeasured);
}

TEST(Latency, IsAWholeNumberWhereItIsClose) {
    EXPECT_DOUBLE_EQ(latency("mac_f32.latency", "how", rounds({4.01, 4.02, 4.05})).value, 4);
    EXPECT_DOUBLE_EQ(latency("mac_f32.latency", "how", rounds({4.5, 4.5, 4.5})).value, 4.5);
}

TEST(Flag, IsWhatAtLeastThreeQuartersSay) {
    EXPECT_EQ(flag("l2_l3_overlaps", "how", rounds({0.1, 0.2, 0.1})).value, 1);
    EXPECT_EQ(flag("l2_l3_overlaps", "how", rounds({0.9, 0.8, 1.2})).value, 0);
    EXPECT_EQ(flag("l2_l3_overlaps", "how", rounds({0.9, 0.8, 1.2})).how, "how: 0.90 (0.85 to 1.05)");
    const Measurement undecided = flag("l2_l3_overlaps", "how", rounds({0.3, 0.4, 0.6, 0.7}));
    EXPECT_EQ(undecided.verdict, Verdict::Unmeasured);
    EXPECT_THAT(undecided.reason, HasSubstr("undecided"));
    EXPECT_EQ(flag("l2_l3_overlaps", "how", rounds({NAN})).verdict, Verdict::Unmeasured);
}

} // namespace
} // namespace autoconfig::runtime
