// Indices as sums of terms.
#include "lowering/terms.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using lowering::Terms;

struct Names {
    Halide::Expr x = Halide::Internal::Variable::make(Halide::Int(32), "x"),
                 stride = Halide::Internal::Variable::make(Halide::Int(32), "stride"),
                 start = Halide::Internal::Variable::make(Halide::Int(32), "start");
} const names;

TEST(Terms, CancelInAnyOrderAndBehindProducts) {
    const auto& [x, stride, start] = names;
    const Terms row((x + 1) * stride + (start - 3)), before(start + stride * x);
    const Terms apart = row.minus(before);
    EXPECT_EQ(apart.constant, -3);
    ASSERT_EQ(apart.factors.size(), 1u);
    EXPECT_TRUE(Halide::Internal::equal(apart.factors.begin()->first, stride));
    EXPECT_EQ(apart.factors.begin()->second, 1);
    const Terms nothing = Terms((x - start) * 2 + start).minus(Terms(x + x - start));
    EXPECT_TRUE(nothing.factors.empty());
    EXPECT_EQ(nothing.constant, 0);
}

TEST(Terms, OfProductsOfSumsHoldEveryPair) {
    const auto& [x, stride, start] = names;
    const Terms product((x + 2) * (stride + 3));
    EXPECT_EQ(product.constant, 6);
    EXPECT_EQ(product.factors.at(x), 3);
    EXPECT_EQ(product.factors.at(stride), 2);
    EXPECT_EQ(product.factors.size(), 3u);
    EXPECT_TRUE(Terms(stride * x).minus(Terms(x * stride)).factors.empty());
}

TEST(Terms, SpellNamesOutUntilFewAreLeft) {
    const auto& [x, stride, start] = names;
    const Halide::Expr second = Halide::Internal::Variable::make(Halide::Int(32), "second"),
                       third = Halide::Internal::Variable::make(Halide::Int(32), "third");
    const lowering::Lets lets = {
        {"stride", x * start}, {"second", stride - start}, {"third", stride * 2 - start}};
    const Terms apart = Terms(third).minus(Terms(second)).spelled_out(lets, 1);
    ASSERT_EQ(apart.factors.size(), 1u);
    EXPECT_EQ(apart.factors.at(stride), 1);
    EXPECT_EQ(Terms(x + start).spelled_out(lets, 1).factors.size(), 2u);
    EXPECT_TRUE(Terms(third).minus(Terms(second + x * start)).spelled_out(lets, 0).factors.empty());
}

} // namespace
} // namespace autoconfig::testing
