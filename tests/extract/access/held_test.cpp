// Which indices never leave the places they are clamped to.
#include "autoconfig/extract/access/movement.h"

#include "tests/support/vars.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using Halide::cast;
using Halide::Expr;
using Halide::Var;

bool held(const Expr& index) { return extraction::movement(index, {"x"}, {{"r", {0, 4}}}).held(); }

TEST(Held, ByBothEndsInAnyOrder) {
    const Expr end = Var("end");
    EXPECT_TRUE(held(Halide::clamp(Expr(x), 0, 99)));
    EXPECT_TRUE(held(max(min(Expr(x), end), 0)));
    EXPECT_TRUE(held(min(max(likely(Expr(x)), 0), end)));
    EXPECT_TRUE(held(clamp(Expr(x), 0, 99) + 1));
    EXPECT_TRUE(held(Expr(7)));
}

TEST(Held, ByBoundaryConditionsOfAnyKind) {
    const Expr inside = clamp(likely(Expr(x)), 0, 99);
    EXPECT_TRUE(held(select(x < 0 || x > 99, x % 100, inside)));
    EXPECT_TRUE(held(select(x < 0 || x > 99, 99 - cast<int>(abs(x % 198 - 99)), inside)));
    EXPECT_FALSE(held(select(x < 0 || x > 99, cast<int>(abs(x)), inside)));
}

TEST(Held, ByOneEndOrByALoopIsNot) {
    EXPECT_FALSE(held(Expr(x)));
    EXPECT_FALSE(held(min(Expr(x), 99)));
    EXPECT_FALSE(held(clamp(Expr(x), 0, Expr(x) + 1)));
    EXPECT_FALSE(held(clamp(Expr(x), 0, 99) + x));
}

TEST(Held, ByAQuotientOfWhatIsKnown) {
    Halide::Param<int> width("width");
    width.set_estimate(9);
    const Movement half = extraction::movement(x % (width / 2), {"x"}, {});
    EXPECT_TRUE(half.known);
    EXPECT_EQ(half.high, 3);
    EXPECT_FALSE(extraction::movement(x % (Expr(x) / 2), {"x"}, {}).known);
}

TEST(Held, ATurnedClampKeepsItsEnds) {
    EXPECT_TRUE(held(5 - clamp(Expr(x), 0, 99)));
    EXPECT_FALSE(held(5 - min(Expr(x), 99)));
}

} // namespace
} // namespace autoconfig::testing
