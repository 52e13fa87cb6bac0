// What the description of a Func says of its stages.
#include "autoconfig/extract/stage_graph.h"

#include "tests/support/vars.h"

#include <gtest/gtest.h>

#include <functional>

namespace autoconfig::testing {
namespace {

using namespace Halide;

/// Of the last stage of a Func of f32 that lives in the output.
StageWork last_stage(const Func& func, bool strict_float = false) {
    for (const FuncStages& described : stage_graph(Pipeline(func), strict_float).funcs)
        if (described.name == func.name()) return described.stages.back();
    return {};
}

TEST(StageGraph, CountsThePassesOfAnUpdate) {
    const RDom r(1, 96, 1, 105, "r");
    Func again("again"), rows("rows"), sum("sum");
    again(x, y) = 0;
    again(x, r.x) = max(again(x, r.x - 1), again(x, r.x)) + r.y;
    EXPECT_EQ(last_stage(again).passes, 105);
    rows(x, y) = 0;
    rows(x, r.y) = rows(x, r.y - 1) + r.x;
    EXPECT_EQ(last_stage(rows).passes, 1) << "the element at hand, one time after the other";
    sum(x, y) = 0;
    sum(x, y) += r.x * r.y;
    EXPECT_EQ(last_stage(sum).passes, 1);
}

TEST(StageGraph, FindsThePhasesOfQuotients) {
    const ImageParam in(Float(32), 2, "in");
    const auto phases = [&](const Expr& column) {
        Func out("out");
        out(x, y) = in(column, y) + 1.0f;
        return last_stage(out).reads.front().parts();
    };
    EXPECT_EQ(phases(Expr(x)), 1);
    EXPECT_EQ(phases(x / 2 + 1), 2);
    EXPECT_EQ(phases(x / 4), 4);
    EXPECT_EQ(phases(x / 5), 1) << "Halide makes no parts of so many";
    EXPECT_EQ(phases(y / 4), 1);
    EXPECT_EQ(phases(x * 2 / 3), 3);
    EXPECT_EQ(phases(x * 3 / 2 + x % 2), 2);
    EXPECT_EQ(phases(x * 2 % 3), 3);
    EXPECT_EQ(phases(x % 5), 1);
}

TEST(StageGraph, FindsThePhasesOfEachLoop) {
    const ImageParam in(Float(32), 2, "in");
    Func out("out");
    out(x, y) = in(x + 1, y / 2) + 1.0f;
    const Read read = last_stage(out).reads.front();
    EXPECT_EQ(read.phases_of(0), 1);
    EXPECT_EQ(read.phases_of(1), 2);
}

TEST(StageGraph, TuplesMayBeInAnyOrderWhereValuesGoApart) {
    const ImageParam in(Float(32), 2, "in");
    const RDom r(0, 99, "r");
    const auto any_order = [&](const std::function<Tuple(const Func&)>& next, bool strict_float = false) {
        Func f("f");
        f(x) = {0.0f, 0.0f};
        f(x) = next(f);
        return last_stage(f, strict_float).any_order;
    };
    const Expr value = in(r, x);
    const auto moments = [&](const Func& f) { return Tuple{f(x)[0] + value, f(x)[1] + value * value}; };
    const auto range = [&](const Func& f) { return Tuple{min(f(x)[0], value), max(f(x)[1], value)}; };
    EXPECT_TRUE(any_order(moments));
    EXPECT_FALSE(any_order(moments, true));
    EXPECT_TRUE(any_order(range, true));
    EXPECT_FALSE(any_order([&](const Func& f) {
        return Tuple{max(f(x)[0], value), select(value > f(x)[0], cast<float>(r), f(x)[1])};
    }));
}

} // namespace
} // namespace autoconfig::testing
