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

} // namespace
} // namespace autoconfig::testing
