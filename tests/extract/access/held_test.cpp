// Which indices never leave the places they are clamped to, and which go on with a loop.
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

/// What a mux() chooses from bounds what it may be.
TEST(Movement, OfAMuxIsThatOfAnyOfItsValues) {
    const Movement lattice = extraction::movement(y - mux(Expr(x), {0, 1, -1}), {"x", "y"}, {});
    EXPECT_TRUE(lattice.known);
    EXPECT_EQ(lattice.low, -1);
    EXPECT_EQ(lattice.high, 1);
    EXPECT_EQ(lattice.slope, (std::vector<double>{0, 1}));
    EXPECT_FALSE(extraction::movement(mux(Expr(x), {0, Expr(Var("n"))}), {"x"}, {}).known);
}

/// Along a ray whose direction is known at run time Halide does not see which way it leads.
TEST(Movement, IsSteadyWhereHalideSeesThatItGoesOn) {
    Halide::Param<float> slope("slope");
    slope.set_estimate(0.5f);
    const Expr direction = clamp(slope, -1.0f, 1.0f), far = cast<float>(Var("r")) * 2.0f;
    const auto steady = [](const Expr& index) {
        return extraction::movement(index, {"x"}, {{"r", {1, 20}}}).steady;
    };
    EXPECT_TRUE(steady(x + cast<int>(round(far))));
    EXPECT_FALSE(steady(x + cast<int>(round(direction * far))));
}

} // namespace
} // namespace autoconfig::testing
