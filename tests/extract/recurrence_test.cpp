// Operations from one iteration of an update to the next.
#include "autoconfig/extract/recurrence.h"

#include <gtest/gtest.h>

#include <functional>

namespace autoconfig::testing {
namespace {

using namespace Halide;
using namespace extraction;

/// Of f(x, r) = value(f(x, r - 1), a(r)).
double operations(const std::function<Expr(Expr, Expr)>& value) {
    const Var x("x"), y("y");
    const RDom r(1, 9);
    const ImageParam a(Float(32), 1, "a");
    Func f("f");
    f(x, y) = 0.0f;
    f(x, r) = value(f(x, r - 1), a(r));
    const Graph graph{Pipeline(f)};
    return operations_in_turn(graph.at(f.name()).stages[1], f.name(), {9});
}

TEST(Recurrence, CountsWhatWaitsForTheElementBefore) {
    EXPECT_EQ(operations([](Expr f, Expr a) { return f + a * a * a; }), 1);
    EXPECT_EQ(operations([](Expr f, Expr a) { return max(f, a) * 2.0f; }), 2);
    EXPECT_EQ(operations([](Expr f, Expr a) { return select(f > a, f - a, a); }), 2);
    EXPECT_EQ(operations([](Expr f, Expr a) { return a / f; }), 3);
    EXPECT_EQ(operations([](Expr f, Expr a) { return exp(f) + a; }), 9);
    EXPECT_EQ(operations([](Expr, Expr a) { return exp(a); }), 0);
}

TEST(Recurrence, TakesAProductAndItsSumForOne) {
    EXPECT_EQ(operations([](Expr f, Expr a) { return f * 0.9f + a; }), 1);
    EXPECT_EQ(operations([](Expr f, Expr a) { return a - f * a; }), 1);
    EXPECT_EQ(operations([](Expr f, Expr) { return f * 0.9f; }), 1);
}

/// Of f(r.x, r.y) = value(f, r), one operation after f, where r has 100 columns.
double in_rows(const std::function<Expr(Func, RDom)>& value) {
    const Var x("x"), y("y");
    const RDom r(70, 100, 1, 9);
    Func f("f");
    f(x, y) = 0.0f;
    f(r.x, r.y) = value(f, r);
    const Graph graph{Pipeline(f)};
    return operations_in_turn(graph.at(f.name()).stages[1], f.name(), {100, 9});
}

TEST(Recurrence, SharesThemOutToTheIterationsBetween) {
    EXPECT_EQ(in_rows([](Func f, RDom r) { return f(r.x - 1, r.y) + 1.0f; }), 1);
    EXPECT_EQ(in_rows([](Func f, RDom r) { return f(r.x - 64, r.y) + 1.0f; }), 1.0 / 64);
    EXPECT_EQ(in_rows([](Func f, RDom r) { return f(r.x - 64, r.y) * f(r.x - 7, r.y); }), 1.0 / 7);
    EXPECT_EQ(in_rows([](Func f, RDom r) { return f(r.x, r.y - 1) + 1.0f; }), 1.0 / 100);
    EXPECT_EQ(in_rows([](Func f, RDom r) { return f(max(r.x - 1, 0), r.y - 2) + 1.0f; }), 1.0 / 200);
    // A place that is not known, or that comes later.
    EXPECT_EQ(in_rows([](Func f, RDom r) { return f(r.x / 2, r.y) + 1.0f; }), 1);
    EXPECT_EQ(in_rows([](Func f, RDom r) { return f(r.x + 3, r.y) + 1.0f; }), 1);
    // What it was before the update.
    EXPECT_EQ(in_rows([](Func f, RDom r) { return f(r.x, r.y) + 1.0f; }), 0);
}

TEST(Recurrence, ShareTheirLengthsEachWithItsOwnIterations) {
    const auto value = [](Func f, RDom r) { return exp(f(r.x, r.y - 1)) + f(r.x - 1, r.y); };
    EXPECT_EQ(in_rows(value), 1);
}

/// Of a reduction over 9 rows of 100 elements.
double of_a_sum(const std::function<void(Func, RDom)>& update) {
    const RDom r(0, 100, 0, 9);
    Func f("f");
    update(f, r);
    const Graph graph{Pipeline(f)};
    return operations_in_turn(graph.at(f.name()).stages[1], f.name(), {100, 9});
}

TEST(Recurrence, OfASumComesBackWithTheFirstLoopThatLeadsNowhere) {
    const Var x("x");
    const ImageParam a(Float(32), 2, "a");
    EXPECT_EQ(of_a_sum([&](Func f, RDom r) { f(x) += a(r.x, r.y); }), 1);
    EXPECT_EQ(of_a_sum([&](Func f, RDom r) { f(x) = 0.0f, f(r.y) += a(r.x, r.y); }), 1);
    EXPECT_EQ(of_a_sum([&](Func f, RDom r) { f(x) = 0.0f, f(r.x) += a(r.x, r.y); }), 1.0 / 100);
}

} // namespace
} // namespace autoconfig::testing
