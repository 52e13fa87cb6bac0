// Reads merged, and movements through what has been inlined.
#include "autoconfig/extract/stages.h"
#include "tests/support/stage_graphs.h"

#include <gtest/gtest.h>

#include <utility>

namespace autoconfig::testing {
namespace {

using namespace testing_support;

TEST(Read, LoadsOfOneElementCountOnce) {
    Read read = around(0, 2, 2, 9);
    read.merge(around(0, 2, 2, 9));
    EXPECT_EQ(read.loads, 9);
    read.merge(around(0, 3, 2, 1));
    EXPECT_EQ(read.loads, 10);
}

TEST(Read, OfATransposedPlaceIsAnotherLoad) {
    Read read = around(0, 0, 0, 1), transposed = read;
    std::swap(transposed.at[0].slope, transposed.at[1].slope);
    read.merge(transposed);
    EXPECT_EQ(read.loads, 2);
}

TEST(Read, IsMadeAsOftenAsItsReadersLeaveIt) {
    Read even = around(0, 0, 0, 1), odd = around(0, 1, 0, 1);
    even.share = odd.share = 0.5;
    even.merge(odd);
    EXPECT_EQ(even.loads, 2);
    EXPECT_DOUBLE_EQ(even.made(), 1);
    const Read through = even.through(odd);
    EXPECT_EQ(through.loads, 2);
    EXPECT_DOUBLE_EQ(through.made(), 0.5);
}

TEST(Read, AlongAReductionMeetsTheClampsOfPlacesThatDataDecide) {
    Read read = around(0, 2, 2, 1);
    read.at[0].reduced_step = 1;
    read.at[0].scattered = {true, false};
    EXPECT_FALSE(read.along_reduced().scattered_by(0)) << "no clamp is around it";
    read.at[0].tagged = true;
    EXPECT_TRUE(read.along_reduced().scattered_by(0));
    read.at[0].scattered = {};
    EXPECT_FALSE(read.along_reduced().scattered_by(0)) << "loops are cut at the clamp";
}

TEST(Read, IsInPhasesThroughThoseThatGoElementByElement) {
    Read own = around(0, 0, 0, 1), outer = own;
    own.phases = {2};
    outer.phases = {3};
    EXPECT_EQ(own.through(outer).parts(), 6);
    outer.at[0].slope[0] = 2; // always the same phase
    EXPECT_EQ(own.through(outer).parts(), 3);
    outer.at[0].slope = {0, 1}; // another loop's
    EXPECT_EQ(own.through(outer).phases_of(0), 3);
    EXPECT_EQ(own.through(outer).phases_of(1), 2);
}

TEST(Movement, FootprintsComposeThroughInlinedFuncs) {
    const Movement half{{0.5}, -0.5, 0}, taps{{1}, -1, 1};
    const Movement through = taps.through({half}); // f(x / 2 - 1 ... x / 2 + 1)
    EXPECT_DOUBLE_EQ(through.slope[0], 0.5);
    EXPECT_DOUBLE_EQ(through.low, -1.5);
    EXPECT_DOUBLE_EQ(through.high, 1);
    EXPECT_DOUBLE_EQ(through.footprint({9}), 7);
}

TEST(Movement, WhatFollowsNoRuleDoesSoThroughInlinedFuncs) {
    Movement data{{0, 0}, 0, 7};
    data.scattered = {true, false}; // by the consumer's first loop
    const Movement plane{{0, 1}, 0, 0}, table{{1, 0}, 0, 0}, along{{1}, 0, 0};
    EXPECT_TRUE(along.through({data}).scattered_by(0)); // data picks the place
    EXPECT_TRUE(data.through({table, plane}).scattered_by(0));
    EXPECT_FALSE(data.through({plane, table}).scattered_by(0)); // its first loop is the consumer's second
}

} // namespace
} // namespace autoconfig::testing
