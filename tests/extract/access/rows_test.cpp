// Which updates are worth vectors along dimension 0.
#include "autoconfig/extract/access/rows.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {

using namespace Halide;
using extraction::runs_along_rows;

namespace {

struct Rows : ::testing::Test {
    const Var x{"x"}, y{"y"};
    RDom k{0, 64, "k"};
    ImageParam p{Float(32), 2, "p"}, q{Float(32), 2, "q"};
    Func f{"f"};

    /// f(x, y) += value.
    bool sum_of(const Expr& value) {
        f(x, y) = 0.0f;
        f(x, y) += value;
        return runs_along_rows(f.function(), 0);
    }
};

TEST_F(Rows, DenseReads) { EXPECT_TRUE(sum_of(p(x, k) * q(y, k))); }

TEST_F(Rows, DenseBesideRowsOfTheReduction) { EXPECT_TRUE(sum_of(p(k, x) * q(x, k))); }

TEST_F(Rows, DistancesOfRows) { EXPECT_FALSE(sum_of(abs(p(k, x) - q(k, y)))); }

TEST_F(Rows, DistancesOfRowsTooShortForAVector) {
    const RDom channels(0, 3, "channels");
    EXPECT_TRUE(sum_of(abs(p(channels, x) - q(channels, y))));
}

TEST_F(Rows, ReadsThatNothingMovesAlong) { EXPECT_TRUE(sum_of(p(k, y))); }

TEST_F(Rows, ColumnsThatTheReductionDoesNotFollow) { EXPECT_TRUE(sum_of(p(y, x) * cast<float>(k))); }

TEST_F(Rows, PlacesThatAreRead) {
    Func table("table");
    table(x) = cast<float>(x);
    EXPECT_TRUE(sum_of(table(cast<int>(p(k, x)))));
}

TEST_F(Rows, PredicatesOfTheRow) {
    k.where(k < x);
    EXPECT_FALSE(sum_of(p(x, k)));
}

TEST_F(Rows, ColumnsThatAreScanned) {
    f(x, y) = 0.0f;
    f(k, y) += p(k, y);
    EXPECT_FALSE(runs_along_rows(f.function(), 0));
}

} // namespace
} // namespace autoconfig::testing
