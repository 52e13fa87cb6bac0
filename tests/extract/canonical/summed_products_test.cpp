// Which sums of several products become sums of one.
#include "tests/extract/canonical/funcs_made.h"
#include "tests/extract/canonical/is_changed.h"
#include "tests/extract/canonical/same_values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace autoconfig::testing {
namespace {

using namespace Halide;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

const ImageParam rows_a(Float(32), 2, "a"), rows_c(Float(32), 2, "c"), columns_b(Float(32), 2, "b"),
    columns_d(Float(32), 2, "d");
const RDom eight(0, 8, "k");

std::vector<std::string> operands(const Expr& value) { return funcs_made(value, "operand_of_products"); }

TEST(SummedProducts, HaveOneOperandOfTheColumnsAndOneOfTheRest) {
    EXPECT_THAT(operands(rows_a(eight, y) * columns_b(x, eight) + rows_c(eight, y) * columns_d(x, eight)),
                ElementsAre("(x, k$x, out_which) = select(out_which == 0, b(x, k$x), d(x, k$x))",
                            "(k$x, y, out_which) = select(out_which == 0, a(k$x, y), c(k$x, y))"));
    EXPECT_THAT(
        operands(columns_b(x, eight) * (-rows_a(eight, y)) + columns_d(x, eight) * rows_c(y, eight)).size(),
        2u);
}

/// A difference of two, too.
TEST(SummedProducts, AreThoseThatAreSubtracted) {
    Func less("less"), out("out");
    less(x, y) = 0.0f;
    less(x, y) -= rows_a(eight, y) * columns_b(x, eight);
    out(x, y) = less(x, y);
    EXPECT_TRUE(is_changed(out));
}

TEST(SummedProducts, AreNoneOfOneProductNorOfOthersThanProducts) {
    EXPECT_THAT(operands(rows_a(eight, y) * columns_b(x, eight)), IsEmpty());
    EXPECT_THAT(operands(rows_a(eight, y) * columns_b(x, eight) + rows_c(eight, y)), IsEmpty());
    EXPECT_THAT(operands(rows_a(eight, y) * columns_b(x, eight) + rows_c(x, y) * columns_d(x, eight)),
                IsEmpty()); // both with the columns
    EXPECT_THAT(
        operands(rows_a(eight, 0) * columns_b(x + eight, y) + rows_c(eight, 0) * columns_d(x + eight, y)),
        IsEmpty());
    EXPECT_THAT(operands(rows_a(eight, y) * columns_b(x, 0) + rows_c(eight, y) * columns_d(x, 0)),
                IsEmpty()); // K in one of them
}

/// Of few rows nothing is used often enough.
TEST(SummedProducts, AreNoneOfFewRows) {
    for (const int rows : {3, 4}) {
        Func sum("sum"), out("out");
        sum(x, y) = 0.0f;
        sum(x, y) += rows_a(eight, y) * columns_b(x, eight) + rows_c(eight, y) * columns_d(x, eight);
        out(x, y) = sum(x, y);
        out.bound(x, 0, 64).bound(y, 0, rows);
        EXPECT_EQ(is_changed(out), rows >= 4) << rows;
    }
}

/// Planes of real and imaginary parts.
struct ComplexProduct {
    ImageParam re{Float(32), 2, "re"}, im{Float(32), 2, "im"}, other_re{Float(32), 2, "other_re"},
        other_im{Float(32), 2, "other_im"};
    Func product{"product"}, out{"out"};

    ComplexProduct(int columns, int rows, int steps) {
        const RDom step(0, steps, "step");
        const Expr p = re(step, y), q = im(step, y), r = other_re(x, step), s = other_im(x, step);
        product(x, y) = Tuple(cast<float>(x), 1.0f);
        product(x, y) = Tuple(product(x, y)[0] + p * r - q * s, product(x, y)[1] + p * s + q * r);
        out(x, y) = product(x, y)[0] + 1000 * product(x, y)[1];
        int next = 0;
        for (ImageParam* image : {&re, &im, &other_re, &other_im}) {
            const bool first = image == &re || image == &im;
            Buffer<float> values = first ? Buffer<float>(steps, rows) : Buffer<float>(columns, steps);
            values.for_each_value([&](float& value) { value = static_cast<float>(++next * 7 % 13 - 6); });
            image->set(values);
        }
        out.set_estimates({{0, columns}, {0, rows}});
    }
};

TEST(SummedProducts, AreThoseOfEachValueOfATuple) {
    const ComplexProduct complex(16, 8, 5);
    canonicalise(Pipeline(complex.out), sse41_target);
    int with_updates = 0, of_rows = 0;
    for (const auto& [name, function] : Internal::find_transitive_calls(complex.out.function())) {
        with_updates += function.has_update_definition() ? 1 : 0;
        of_rows += function.args()[0].rfind("step", 0) == 0 ? 1 : 0;
        EXPECT_TRUE(function.outputs() == 1 || !function.has_update_definition()) << name;
    }
    EXPECT_EQ(with_updates, 2);
    EXPECT_EQ(of_rows, 1); // both values share it
}

/// Of the other one nothing would be computed, at a place that is none.
TEST(SummedProducts, StayInATupleOfWhichOneValueIsRead) {
    ComplexProduct complex(16, 8, 5);
    Func squares("squares"), first("first");
    squares(x, y) = Tuple(complex.product(x, y)[0] * 2, complex.product(x, y)[1] * 2);
    first(x, y) = squares(x, y)[0];
    first.set_estimates({{0, 16}, {0, 8}});
    EXPECT_FALSE(is_changed(first));
    Func both("both");
    both(x, y) = squares(x, y)[0] + squares(x, y)[1];
    both.set_estimates({{0, 16}, {0, 8}});
    EXPECT_TRUE(is_changed(both));
}

/// Gates of a cell, two values: what comes in, and what was there, each by weights of its own.
Func gates(int rows) {
    Func gate("gate"), out("out");
    const RDom four(0, 4, "r");
    gate(x, y) = Tuple(1.0f, 2.0f);
    gate(x, y) = Tuple(gate(x, y)[0] + rows_a(eight, y) * columns_b(x, eight),
                       gate(x, y)[1] + rows_a(eight, y) * columns_d(x, eight));
    gate(x, y) = Tuple(gate(x, y)[0] + rows_c(four, y) * columns_b(x, four),
                       gate(x, y)[1] + rows_c(four, y) * columns_d(x, four));
    out(x, y) = gate(x, y)[0] * gate(x, y)[1];
    out.set_estimates({{0, 16}, {0, rows}});
    return out;
}

TEST(ProductsAddedInTurn, AreThoseOfFuncsOfTheirOwn) {
    const std::vector<std::string> notes = canonicalise(Pipeline(gates(8)), sse41_target).notes;
    const auto said = [&](const char* what) {
        return std::count_if(notes.begin(), notes.end(),
                             [&](const std::string& note) { return note.find(what) != std::string::npos; });
    };
    EXPECT_EQ(said("begins its last sum with that of"), 1);
    EXPECT_EQ(said("its products are one in"), 4);
    EXPECT_FALSE(is_changed(gates(3))); // of few rows nothing is used often enough
}

TEST(ProductsAddedInTurn, HaveTheSameValues) {
    Func f("f"), out("out");
    const ImageParam* images[] = {&rows_a, &columns_b, &rows_c};
    for (const ImageParam* image : images) {
        Buffer<float> buffer(16, 16);
        buffer.for_each_element([&](int i, int j) { buffer(i, j) = static_cast<float>(i * 3 % 7 - j % 5); });
        ImageParam(*image).set(buffer);
    }
    const RDom four(0, 4, "r"), two(0, 2, "q");
    f(x, y) = cast<float>(x - y);
    f(x, y) += rows_a(eight, y) * columns_b(x, eight);
    f(x, y) += rows_c(four, y) * columns_b(x, four);
    f(x, y) += rows_a(two, y) * columns_b(x, two);
    out(x, y) = f(x, y);
    out.set_estimates({{0, 16}, {0, 8}});
    expect_same_values(out, 16, 8, sse41_target, "begins its last sum with that of");
    for (const ImageParam* image : images) ImageParam(*image).reset();
}

TEST(SummedProducts, HaveTheSameValues) {
    const ComplexProduct complex(16, 8, 5);
    expect_same_values(complex.out, 16, 8, sse41_target, "its products are one in");
}

TEST(SummedProducts, StayWhereSumsKeepTheirOrder) {
    const ComplexProduct complex(16, 8, 5);
    EXPECT_THAT(canonicalise(Pipeline(complex.out), sse41_target.with_feature(Target::StrictFloat)).notes,
                ::testing::Not(::testing::Contains(::testing::HasSubstr("products"))));
}

} // namespace
} // namespace autoconfig::testing
