// Products whose results are read by others and whose sizes come at run time: tiles overlap where somebody
// who reads them tells how large they are.
#include "autoconfig/autoschedule.h"
#include "tests/schedules/run.h"
#include "tests/schedules/stating.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>

namespace autoconfig::testing {
namespace {

using namespace Halide;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

enum class Reader { Product, Choice };

/// hidden = a * b + 1 of m x n, and what reads it: a product with c, or a choice between its elements and 0.
Built hidden_layer(const Sizes& sizes, const Bound& bound, Reader reader) {
    Var x("x"), y("y");
    const Dims d(sizes, bound);
    ImageParam a = input("a", {d.k, d.m}), b = input("b", {d.n, d.k}), c = input("c", {d.n, d.n});
    const RDom k(0, b.dim(1).extent(), "k"), n(0, c.dim(1).extent(), "n");
    Func product("product"), hidden("hidden"), next("next"), out("out");
    product(x, y) += b(x, k) * a(k, y);
    hidden(x, y) = product(x, y) + 1.0f;
    next(x, y) += c(x, n) * hidden(n, y);
    out(x, y) = reader == Reader::Product ? next(x, y) : select(x > y, hidden(x, y) + hidden(x, 0), c(x, 0));
    return {pipeline_of(out, {d.n, d.m}),
            {a, b, c},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.k, s.m}, {s.n, s.k}, {s.n, s.n}};
            },
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n, s.m}};
            }};
}

std::string source_of(Reader reader) {
    return autoschedule(hidden_layer({96, 128, 64}, none_bound, reader).pipeline, target(), {})
        .schedule_source;
}

TEST(HiddenLayer, AsksWhoReadsIt) {
    const std::string source = source_of(Reader::Product);
    EXPECT_THAT(source, HasSubstr(".function().update(0).schedule().rvars()[0].extent >= "));
    EXPECT_THAT(source, ContainsRegex("hidden.specialize\\(out(_[0-9]+)?.output_buffer\\(\\).dim\\(1\\)"));
}

TEST(HiddenLayer, DoesNotTrustAReaderThatMayReadLess) {
    EXPECT_THAT(source_of(Reader::Choice), Not(ContainsRegex("hidden(_[0-9]+)?.specialize")));
}

/// Every Func asks its reader three times over, and none can tell.
TEST(HiddenLayer, AsksEveryReaderOnce) {
    Var x("x"), y("y");
    ImageParam a = input("a", {fixed(64), {96, false}}), b = input("b", {{128, false}, fixed(64)});
    const RDom k(0, b.dim(1).extent(), "k");
    Func product("product"), out("out");
    product(x, y) += b(x, k) * a(k, y);
    Func last("hidden");
    last(x, y) = product(x, y) + 1.0f;
    for (int stage = 0; stage < 60; ++stage) {
        Func next("stage");
        next(x, y) = last(x, y - 1) + last(x, y) + last(x, y + 1) + last(x + 1, y) + last(x - 1, y);
        last = next;
    }
    out(x, y) = select(x > y, last(x, y), 0.0f);
    const Pipeline pipeline = pipeline_of(out, {{128, false}, {96, false}});
    EXPECT_THAT(autoschedule(pipeline, target(), {}).schedule_source,
                Not(ContainsRegex("hidden(_[0-9]+)?.specialize")));
}

/// out(x) = sum of products over `columns` x 2 of them, and of each for two places.
Halide::Pipeline sums_of_products(const std::function<Halide::Expr(const ImageParam&)>& columns) {
    Var x("x"), y("y");
    ImageParam a = input("a", {{64, false}, {96, false}}), b = input("b", {{128, false}, {64, false}});
    const RDom k(0, b.dim(1).extent(), "k"), r(0, columns(a), 0, 2, "r");
    Func product("product"), out("out");
    product(x, y) += b(x, k) * a(k, y);
    out(x) += product(r.x, r.y) + product(2 * x / 3, r.y);
    return pipeline_of(out, {{128, false}});
}

TEST(HiddenLayer, AsksNothingThatIsKnown) {
    Halide::Pipeline pipeline = sums_of_products([](const ImageParam&) { return 5; });
    EXPECT_THAT(autoschedule(pipeline, target(), {}).schedule_source, Not(HasSubstr("SizeBody")));
    EXPECT_NO_THROW(pipeline.compile_jit(target()));
}

TEST(HiddenLayer, LeavesOutWhatNeverRuns) {
    Halide::Pipeline pipeline =
        sums_of_products([](const ImageParam& a) { return min(a.dim(0).extent(), 5); });
    autoschedule(pipeline, target(), {});
    EXPECT_NO_THROW(pipeline.compile_jit(target()));
}

TEST(HiddenLayer, IsRightBelowATileAndAbove) {
    for (const Reader reader : {Reader::Product, Reader::Choice}) {
        const Sizes estimates{96, 128, 64};
        Built built = hidden_layer(estimates, none_bound, reader);
        autoschedule(built.pipeline, target(), {});
        Unscheduled reference(hidden_layer(estimates, none_bound, reader));
        for (const Sizes& sizes :
             {Sizes{1, 1, 1}, {5, 200, 3}, {200, 5, 3}, {7, 63, 9}, {96, 128, 64}, {97, 131, 5}})
            EXPECT_EQ(difference(built, sizes, reference.at(sizes)), "") << sizes.name();
    }
}

} // namespace
} // namespace autoconfig::testing
