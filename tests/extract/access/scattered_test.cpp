// Indices that follow no rule, and how far they reach.
#include "autoconfig/extract/access/scattered.h"

#include "autoconfig/extract/access/movement.h"
#include "autoconfig/extract/access/span.h"
#include "tests/support/vars.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using Halide::cast;
using Halide::clamp;
using Halide::Expr;
using Halide::Func;
using Halide::Var;

/// By x, by y.
std::vector<bool> scattered(const Expr& index) { return extraction::scattered_by(index, {"x", "y"}); }

Func data(Halide::Type type) {
    Func f("data");
    f(x, y) = cast(type, x + y);
    return f;
}

TEST(Scattered, ByDataAlongTheLoopsThatItMovesWith) {
    const Func f = data(Halide::Float(32));
    EXPECT_EQ(scattered(clamp(cast<int>(f(x, y)), 0, 7) + x), (std::vector<bool>{true, true}));
    EXPECT_EQ(scattered(x + cast<int>(f(0, y))), (std::vector<bool>{false, true}));
}

TEST(Scattered, ByRoundingsAndRemaindersThatDoNotRepeatInAVector) {
    EXPECT_EQ(scattered(cast<int>(floor(cast<float>(x) * 0.3f))), (std::vector<bool>{true, false}));
    EXPECT_EQ(scattered(x % 5), (std::vector<bool>{true, false}));
    EXPECT_EQ(scattered(x % 3), (std::vector<bool>{false, false})); // vectors are made in 3 parts
    EXPECT_EQ(scattered(x / 2 - 1 + 2 * (x % 2)), (std::vector<bool>{false, false}));
}

TEST(Scattered, ByNothingInsideOfBoundaryConditions) {
    const Expr mirrored = select(x < 0, (-x) % 100, clamp(likely(Expr(x)), 0, 99));
    EXPECT_EQ(scattered(mirrored), (std::vector<bool>{false, false}));
    const Movement move = extraction::movement(mirrored, {"x"}, {});
    EXPECT_TRUE(move.known);
    EXPECT_TRUE(move.has_ends());
    EXPECT_EQ(move.slope, (std::vector<double>{1}));
}

TEST(Span, OfDataIsWhatItIsClampedTo) {
    const Expr place = clamp(cast<int>(data(Halide::Float(32))(x, y)), 0, 7);
    const auto planes = extraction::span(place + 1, {});
    ASSERT_TRUE(planes);
    EXPECT_EQ(planes->min, 1);
    EXPECT_EQ(planes->max, 8);
    EXPECT_EQ(planes->source, ExtentSource::Estimate);
}

TEST(Span, OfDataIsThatOfItsType) {
    const auto table = extraction::span(cast<int>(data(Halide::UInt(8))(x, y)), {});
    ASSERT_TRUE(table);
    EXPECT_EQ(table->extent(), 256);
}

TEST(Span, OfDataHeldAtOneEndIsUnknown) {
    const Expr place = cast<int>(data(Halide::Float(32))(x, y));
    EXPECT_FALSE(extraction::span(max(place, 0), {}));
    EXPECT_FALSE(extraction::span(min(place, 9) + 1, {}));
    EXPECT_FALSE(extraction::span(clamp(Expr(Var("unknown loop")), 0, 9), {}));
}

} // namespace
} // namespace autoconfig::testing
