// Elements of an output that are computed one after the other for each vector.
#include "autoconfig/model/together.h"

#include "autoconfig/model/group_cost.h"
#include "tests/model/plain_machine.h"
#include "tests/support/stage_graphs.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using namespace testing_support;

/// Three channels, a row of which takes 30 instructions for each element that all channels have in common,
/// and `own` of each.
FuncStages weighted(double own, std::int64_t channels = 3) {
    constexpr double common = 30;
    FuncStages func = computed(plane("", 512, 512), "weighted", common + own, {});
    func.dimensions.push_back({"c", channels, ExtentSource::Estimate, true});
    func.output = true;
    func.stages[0].by_loops.add(only(0) | only(1), 4 * common);
    func.stages[0].by_loops.add(only(0) | only(1) | only(2), 4 * own);
    return func;
}

TEST(Together, AreFewThatHaveMuchInCommon) {
    const Together channels = together(weighted(10));
    EXPECT_EQ(channels.dimension, 2);
    EXPECT_EQ(channels.elements, 3);
    EXPECT_FALSE(together(weighted(100))) << "most is each one's own";
    EXPECT_FALSE(together(weighted(10, 16))) << "too many";
    EXPECT_FALSE(together(weighted(2000))) << "too long to be written out three times";
}

TEST(Together, AreElementsOfAnOutput) {
    FuncStages func = weighted(10);
    func.output = false;
    EXPECT_FALSE(together(func));
    func = weighted(10);
    func.read = true;
    EXPECT_FALSE(together(func)) << "there may be more of them";
    func = weighted(10);
    func.dimensions[2].free = false;
    EXPECT_FALSE(together(func));
    func = weighted(10);
    func.dimensions[2].source = ExtentSource::Default;
    EXPECT_FALSE(together(func)) << "nothing says how many there are";
}

TEST(Together, TakeWhatIsInCommonOnce) {
    FuncStages func = weighted(6), apart = func;
    apart.dimensions[2].free = false;
    const std::vector<FuncStages> funcs{func};
    const double each = vector_cycles(apart, apart.stages[0], 16, funcs, plain_machine());
    const double all = vector_cycles(func, func.stages[0], 16, funcs, plain_machine());
    EXPECT_NEAR(all / each, (30.0 / 3 + 6) / 36, 0.02);
}

/// Four bands of a wavelet: each adds up other ones of four loads that all have.
FuncStages bands(double share) {
    FuncStages func = computed(plane("", 512, 512), "bands", 2, {around(0, 1, 1, 4)});
    func.dimensions.push_back({"c", 4, ExtentSource::Estimate, true});
    func.output = true;
    func.stages[0].by_loops.add(only(0) | only(1) | only(2), 4 * 2);
    Read& read = func.stages[0].reads[0];
    read.share = share;
    read.choice = {only(2), 4};
    for (Movement& move : read.at) move.slope.resize(3);
    return func;
}

TEST(Together, LoadOnceWhatAllHaveInCommon) {
    const FuncStages all = bands(1), two_of_four = bands(0.5), one_each = bands(0.25);
    EXPECT_TRUE(together(all));
    EXPECT_TRUE(together(two_of_four));
    EXPECT_FALSE(together(one_each)) << "each has its own";
    EXPECT_DOUBLE_EQ(made(two_of_four.stages[0].reads[0], together(two_of_four)), 1);
    EXPECT_DOUBLE_EQ(made(two_of_four.stages[0].reads[0], {}), 2);
    FuncStages moved = bands(1);
    moved.stages[0].reads[0].at[1].slope[2] = 1;
    EXPECT_FALSE(together(moved)) << "each loads elsewhere";
}

TEST(Together, LoadOnceWhatOneOfTwoLoadsHasInCommon) {
    FuncStages func = computed(plane("", 512, 512), "normalised", 1, {around(0, 0, 0, 1)});
    func.dimensions.push_back({"c", 3, ExtentSource::Estimate, true});
    func.output = true;
    func.stages[0].by_loops.add(only(0) | only(1) | only(2), 4);
    Read &own = func.stages[0].reads[0], weight = own;
    for (Read* read : {&own, &weight}) {
        read->at.push_back({{0, 0, read == &own ? 1.0 : 0.0}, 0, 0});
        for (Movement& move : read->at) move.slope.resize(3);
    }
    own.merge(weight);
    EXPECT_DOUBLE_EQ(own.share_held_along(2), 0.5);
    EXPECT_DOUBLE_EQ(own.share_held_along(0), 0);
    EXPECT_EQ(together(func).dimension, 2);
    EXPECT_DOUBLE_EQ(made(own, together(func)), 1 + 1.0 / 3);
}

} // namespace
} // namespace autoconfig::testing
