// Which reduced loops go along rows in any order.
#include "autoconfig/extract/access/free_rows.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using namespace Halide;

struct FreeRows : ::testing::Test {
    const Var x{"x"}, y{"y"};
    ImageParam in{Float(32), 2, "in"};
    RDom r{0, 64, 1, 15, "r"};
    Func f{"f"};

    FreeRows() { f(x, y) = in(x, y); }

    bool has_free_rows() const {
        const extraction::Graph graph{Pipeline(f)};
        return extraction::has_free_rows(graph.at(f.name()), 1);
    }

    bool of(const Expr& value) {
        f(r.x, r.y) = value;
        return has_free_rows();
    }
};

TEST_F(FreeRows, AreMadeOfTheRowBefore) { EXPECT_TRUE(of(f(r.x - 1, r.y - 1) + f(r.x + 1, r.y - 1))); }

TEST_F(FreeRows, MayBeMadeOfWhatIsThere) { EXPECT_TRUE(of(f(r.x, r.y) * 2 + in(r.x, r.y))); }

TEST_F(FreeRows, AreNotScanned) { EXPECT_FALSE(of(f(r.x - 1, r.y) + in(r.x, r.y))); }

TEST_F(FreeRows, AreNotMadeOfRowsThatMayBeTheirOwn) { EXPECT_FALSE(of(f(r.x - 1, cast<int>(in(r.y, 0))))); }

/// Halide goes through rows below first then, column by column.
TEST_F(FreeRows, AreThoseOfTheInnermostLoop) {
    f(r.y, r.x) = f(r.y - 1, r.x - 1);
    EXPECT_FALSE(has_free_rows());
}

TEST_F(FreeRows, AreNotOfElementsThatArePicked) {
    r.where(in(r.x, r.y) > 0.5f);
    EXPECT_FALSE(of(f(r.x, r.y - 1)));
}

TEST_F(FreeRows, AreThoseOfAPureLoopThen) {
    ASSERT_TRUE(of(f(r.x - 1, r.y - 1)));
    const extraction::Graph graph{Pipeline(f)};
    const auto pure = extraction::with_pure_rows(graph.at(f.name()), 1);
    ASSERT_TRUE(pure);
    EXPECT_TRUE(extraction::is_variable(pure->stages[1].args[0], "x"));
    EXPECT_EQ(pure->stages[1].rvars.size(), 1u);
    EXPECT_EQ(pure->stages[1].loads.size(), 1u);
}

} // namespace
} // namespace autoconfig::testing
