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
    return operations_in_turn(graph.at(f.name()).stages[1], f.name());
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

/// Of f(r, y) = f(r, y) + term(f, r).
std::int64_t between(const std::function<Expr(Func, RVar)>& term) {
    const Var x("x"), y("y");
    const RDom r(70, 100);
    Func f("f");
    f(x, y) = 0.0f;
    f(r, y) += term(f, r);
    const Graph graph{Pipeline(f)};
    return iterations_between(graph.at(f.name()).stages[1], f.name());
}

TEST(Recurrence, GoesBackBySoManyIterations) {
    const Var y("y");
    EXPECT_EQ(between([&](Func f, RVar r) { return f(r - 1, y); }), 1);
    EXPECT_EQ(between([&](Func f, RVar r) { return f(r - 64, y); }), 64);
    EXPECT_EQ(between([&](Func f, RVar r) { return f(r - 64, y) * f(r - 7, y); }), 7);
    // Elements that come later, or a place that is not known.
    EXPECT_EQ(between([&](Func f, RVar r) { return f(r + 3, y); }), 1);
    EXPECT_EQ(between([&](Func f, RVar r) { return f(r / 2, y); }), 1);
}

TEST(Recurrence, OfASumComesBackAtOnce) {
    const Var x("x");
    const RDom r(0, 9);
    Func f("f");
    f(x) += ImageParam(Float(32), 1, "a")(r);
    const Graph graph{Pipeline(f)};
    EXPECT_EQ(iterations_between(graph.at(f.name()).stages[1], f.name()), 1);
}

} // namespace
} // namespace autoconfig::testing
