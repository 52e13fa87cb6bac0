// What selects cost whose condition is the same for all lanes.
#include "autoconfig/extract/work.h"

#include "autoconfig/extract/access/affine.h"
#include "autoconfig/extract/arithmetic.h"
#include "autoconfig/extract/depth.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using namespace Halide;
using namespace extraction;

struct WorkOf : ::testing::Test {
    const Var x{"x"}, y{"y"}, c{"c"};
    const Expr a = cast<float>(ImageParam(Float(32), 1, "a")(x)), one = a * 2, two = a * 3 + 1,
               three = a / 3 - a * a;

    /// Of f(x, y, c) = value.
    Work work(const Expr& value, std::int64_t channels = 3) const {
        Func f("f");
        f(x, y, c) = value;
        const Graph graph{Pipeline(f)};
        const Stage& stage = graph.at(f.name()).stages[0];
        const std::vector<Outcome> every =
            outcomes(stage, f.function().args(), std::vector<std::int64_t>{100, 100, channels});
        return work_of(stage, f.function().args(), graph, every);
    }
    /// Instructions an element.
    double instructions(const Expr& value, std::int64_t channels = 3) const {
        return work(value, channels).register_bytes / 4;
    }
    /// Those that no step along the dimension changes.
    double held(const Expr& value, std::size_t dimension) const {
        return work(value).by_loops.held_along(dimension) / 4;
    }
};

TEST_F(WorkOf, ChannelsIsThatOfEach) {
    const double mean = (instructions(one) + instructions(two) + instructions(three)) / 3;
    EXPECT_DOUBLE_EQ(instructions(mux(c, {one, two, three})), mean);
    EXPECT_DOUBLE_EQ(instructions(select(c == 0, one, c == 1, two, three)), mean);
    EXPECT_DOUBLE_EQ(instructions(mux(c, {one, two, three}), 1), instructions(one));
}

TEST_F(WorkOf, PhasesIsThatOfEach) {
    EXPECT_DOUBLE_EQ(instructions(select(y % 2 == 0, one, two)), (instructions(one) + instructions(two)) / 2);
    EXPECT_DOUBLE_EQ(instructions(select((x + 1) % 2 == 0, one, two)),
                     (instructions(one) + instructions(two)) / 2);
    EXPECT_DOUBLE_EQ(instructions(select(y % 4 == 3, one, two)),
                     (instructions(one) + 3 * instructions(two)) / 4);
    EXPECT_DOUBLE_EQ(instructions(select(y % 4 == 3, one, y % 2 == 0, two, three)),
                     (instructions(one) + 2 * instructions(two) + instructions(three)) / 4);
}

TEST_F(WorkOf, BothSidesWhereLanesDiffer) {
    const double both = instructions(select(a > 1.0f, one, two));
    EXPECT_DOUBLE_EQ(instructions(select(x == 3, one, two)), both);
    EXPECT_GT(both, instructions(one) + instructions(two));
}

/// As many for each lane, where exp is a polynomial in vectors.
TEST_F(WorkOf, CallsOfTheLibraryIsApart) {
    const Work called = work(atan2(a, one) + sin(a)), polynomial = work(exp(a));
    EXPECT_DOUBLE_EQ(called.call_instructions,
                     instructions_a_lane("atan2_f32") + instructions_a_lane("sin_f32"));
    EXPECT_GT(instructions_a_lane("atan2_f32"), instructions_a_lane("sin_f32"));
    EXPECT_DOUBLE_EQ(called.register_bytes / 4, instructions(a + one));
    EXPECT_EQ(polynomial.call_instructions, 0);
    EXPECT_GT(polynomial.register_bytes / 4, 20);
}

TEST_F(WorkOf, ManyChannelsIsThatOfBothSides) {
    EXPECT_GT(instructions(select(c == 0, one, two), 9), instructions(one) + instructions(two));
}

TEST_F(WorkOf, WhatALoopDoesNotMoveHoldsAlongIt) {
    const ImageParam weights(Float(32), 1, "weights");
    const Expr weight = weights(y) * 2 + 1, shade = cast<float>(x + y) * 3; // two, and an index with three
    EXPECT_DOUBLE_EQ(held(a * weight, 0), 2);
    EXPECT_DOUBLE_EQ(held(a * weight, 1), 0);
    EXPECT_DOUBLE_EQ(held(a * weight, 2), 3);
    EXPECT_DOUBLE_EQ(held(shade * weight, 0), 2);
    EXPECT_DOUBLE_EQ(held(shade + a * weight, 2), instructions(shade + a * weight));
}

/// Of three channels that are written out together, what only one computes saves nothing, what two compute is
/// done once for both, and so a third of a channel's saving is half that of what all compute.
TEST_F(WorkOf, ChannelsHaveInCommonWhatSeveralCompute) {
    const Expr shared = a * 2 + 1; // two
    EXPECT_DOUBLE_EQ(held(mux(c, {shared, shared, shared}), 2), 2);
    EXPECT_DOUBLE_EQ(held(mux(c, {shared, shared, a}), 2), 1);
    EXPECT_DOUBLE_EQ(held(mux(c, {shared, a, a}), 2), 0);
    EXPECT_DOUBLE_EQ(held(mux(c, {a * 2, a * 3, a * 4}), 2), 0) << "each has its own";
}

TEST(InCommon, IsWhatIsSavedWhereALoopIsWrittenOut) {
    for (double share : {1 / 4.0, 2 / 4.0, 3 / 4.0, 1.0})
        EXPECT_DOUBLE_EQ(share - (1 - 1 / 4.0) * in_common(share, 4), 1 / 4.0);
    EXPECT_DOUBLE_EQ(in_common(1, 1), 1);
}

TEST(WorkByLoops, FollowLoopsThatMoveOrFuse) {
    WorkByLoops work; // along x, y, c
    work.add(only(0), 1);
    work.add(only(0) | only(1), 10);
    work.add(only(2), 100);
    work.add(0, 1000);
    EXPECT_DOUBLE_EQ(work.held_along(0), 1100);
    const WorkByLoops turned = work.with_first(2); // c, x, y
    EXPECT_DOUBLE_EQ(turned.held_along(0), 1011);
    EXPECT_DOUBLE_EQ(turned.held_along(1), 1100);
    EXPECT_DOUBLE_EQ(turned.held_along(2), 1101);
    EXPECT_DOUBLE_EQ(work.with_first_two_fused().held_along(0), 1100);
    EXPECT_DOUBLE_EQ(work.with_first_two_fused().held_along(1), 1011);
    work.add(only(0) | only(1) | only(2), 5);
    work.take_from_last(2);
    WorkByLoops twice; // by a reader whose one loop moves y
    twice.add(work, 2, [](std::size_t loop) { return loop == 1 ? only(0) : LoopSet(0); });
    EXPECT_DOUBLE_EQ(twice.held_along(0), 2 * 1101);
    EXPECT_DOUBLE_EQ(twice.held_along(1), 2 * (1111 + 3));
    WorkByLoops chosen; // by the second loop of a reader whose first one moves nothing
    chosen.add(
        work, 1, [](std::size_t) { return LoopSet(0); }, only(1));
    EXPECT_DOUBLE_EQ(chosen.held_along(0), 1114);
    EXPECT_DOUBLE_EQ(chosen.held_along(1), 0);
}

TEST(ShareOf, ALoadIsThatOfTheOutcomesThatMakeIt) {
    const Var x("x"), y("y"), c("c");
    const ImageParam in(Float(32), 2, "in");
    Func f("f");
    const Expr each = in(x, y), red = in(x / 2, y), odd = in(x + 1, y);
    f(x, y, c) = each + select(c == 0, red, x % 2 == 1, odd * 2, 0.0f);
    const Graph graph{Pipeline(f)};
    const Stage& stage = graph.at(f.name()).stages[0];
    const std::vector<Outcome> every = outcomes(stage, f.function().args(), {100, 100, 3});
    const auto share = [&](const Expr& load) {
        return share_of(load.as<Halide::Internal::Call>(), stage, every);
    };
    EXPECT_DOUBLE_EQ(share(each), 1);
    EXPECT_DOUBLE_EQ(share(red), 1.0 / 3);
    EXPECT_DOUBLE_EQ(share(odd), 1.0 / 3); // two channels of three, every other column
    EXPECT_EQ(phases_of("x", every), 2);
    EXPECT_EQ(phases_of("y", every), 1);
}

TEST(ShareOf, ALoadIsThatOfConditionsTakenTogether) {
    const Var x("x"), y("y");
    const ImageParam in(Float(32), 2, "in");
    Func f("f");
    const Expr corner = in(x / 2, y), edge = in(x, y / 2), center = in(x + 1, y);
    f(x, y) = select(x % 2 == 0 && y % 2 == 0, corner, x % 2 != 0 || !(y % 2 == 1), edge, center);
    const Graph graph{Pipeline(f)};
    const Stage& stage = graph.at(f.name()).stages[0];
    const std::vector<Outcome> every = outcomes(stage, f.function().args(), {100, 100});
    const auto share = [&](const Expr& load) {
        return share_of(load.as<Halide::Internal::Call>(), stage, every);
    };
    EXPECT_DOUBLE_EQ(share(corner), 1.0 / 4);
    EXPECT_DOUBLE_EQ(share(edge), 1.0 / 2);
    EXPECT_DOUBLE_EQ(share(center), 1.0 / 4);
}

TEST(DepthOf, AValueIsItsLongestWay) {
    const Var x("x");
    const ImageParam in(UInt(8), 1, "in"), table(Float(32), 1, "table");
    const auto depth = [&](const Expr& value) {
        Func f("f");
        f(x) = value;
        const Graph graph{Pipeline(f)};
        return depth_of(graph.at(f.name()).stages[0], graph);
    };
    const Expr a = table(x), b = table(x + 1);
    EXPECT_DOUBLE_EQ(depth(a), 0);
    EXPECT_DOUBLE_EQ(depth((a + 1) * (b + 1)), 2);
    EXPECT_DOUBLE_EQ(depth(a / 2 / b), 5);                                  // a product, and a division
    EXPECT_DOUBLE_EQ(depth(table(clamp(cast<int>(in(x)), 0, 9)) + 1), 2.5); // cast, sum; clamps of integers
    EXPECT_DOUBLE_EQ(depth(table(clamp(x * 3, 0, 9))), 0);                  // hoisted
    EXPECT_DOUBLE_EQ(depth(a * sqrt(cast<float>(x))), 1);                   // no load is before the root
}

TEST_F(WorkOf, LoopsIsSaidWhereTheyAreMoreThanPlaces) {
    const auto uses_loops = [&](const Expr& value) {
        return uses_any_outside_loads(value, {x.name(), y.name(), c.name()});
    };
    EXPECT_FALSE(uses_loops(a * 2));
    EXPECT_FALSE(uses_loops(ImageParam(Float(32), 1, "b")(x + 3 * c)));
    EXPECT_TRUE(uses_loops(a * c));
    EXPECT_TRUE(uses_loops(select(x > 3, one, two)));
}

} // namespace
} // namespace autoconfig::testing
