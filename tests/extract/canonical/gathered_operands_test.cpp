// Which operands of a product become Funcs of the loops that gather them.
#include "tests/extract/canonical/funcs_made.h"
#include "tests/extract/canonical/same_values.h"
#include "tests/support/vars.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace autoconfig::testing {
namespace {

using namespace Halide;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> gathered(const Expr& value) { return funcs_made(value, "_gathered"); }

TEST(GatheredOperands, AreFuncsOfTheLoopsThatGather) {
    const ImageParam a(Float(32), 2, "a"), b(Float(32), 2, "b"), list(Int(32), 1, "list");
    const RDom k(0, 8, "k");
    EXPECT_THAT(gathered(a(k, list(y)) * b(x, k)), ElementsAre("(k$x, y) = a(k$x, list(y))"));
    EXPECT_THAT(gathered(a(k + 2, list(y + 1)) * b(x, k)), ElementsAre("(x0$, y) = a(x0$, list(y + 1))"));
    EXPECT_THAT(gathered(a(k, y) * b(list(x), k)), ElementsAre("(x, k$x) = b(list(x), k$x)"));
    EXPECT_THAT(gathered(a(k, y / list.dim(0).extent()) * b(x, k)),
                ElementsAre("(k$x, y) = a(k$x, y/list.extent.0)"));
}

TEST(GatheredOperands, AreNoneWhereLoopsFollowARule) {
    const ImageParam a(Float(32), 2, "a"), b(Float(32), 2, "b"), list(Int(32), 1, "list");
    const RDom k(0, 8, "k");
    EXPECT_THAT(gathered(a(k, y) * b(x, k)), IsEmpty());
    EXPECT_THAT(gathered(a(k, y / 2) * b(x, k)), IsEmpty());
    EXPECT_THAT(gathered(a(k, list(0)) * b(x, k)), IsEmpty());
}

/// By a reduced loop, by two loops, and by one that moves another index as well.
TEST(GatheredOperands, AreNoneWhereMoreThanOneLoopLeadsThere) {
    const ImageParam a(Float(32), 2, "a"), b(Float(32), 2, "b"), list(Int(32), 1, "list");
    const RDom k(0, 8, "k");
    EXPECT_THAT(gathered(a(list(k), y) * b(x, k)), IsEmpty());
    EXPECT_THAT(gathered(a(k, list(y) + list(x)) * b(x, k)), IsEmpty());
    EXPECT_THAT(gathered(a(k + y, list(y)) * b(x, k)), IsEmpty());
}

/// A loop that gathers and is an index itself is one dimension.
TEST(GatheredOperands, NameALoopOnce) {
    const ImageParam a(Float(32), 3, "a"), b(Float(32), 2, "b"), list(Int(32), 1, "list");
    const RDom k(0, 8, "k");
    EXPECT_THAT(gathered(a(k, y, list(y)) * b(x, k)), ElementsAre("(k$x, y) = a(k$x, y, list(y))"));
    EXPECT_THAT(gathered(a(k, list(y + 1), list(y)) * b(x, k)),
                ElementsAre("(k$x, y) = a(k$x, list(y + 1), list(y))"));
}

TEST(GatheredOperands, HaveTheSameValues) {
    constexpr int rows = 3, columns = 4, steps = 5;
    ImageParam a(Float(32), 2, "a"), b(Float(32), 2, "b"), list(UInt(8), 1, "list");
    Buffer<float> left(steps, rows + 2), right(columns, steps);
    Buffer<std::uint8_t> named(rows);
    left.fill([](int k, int row) { return static_cast<float>(10 * k + row); });
    right.fill([](int column, int k) { return static_cast<float>(column - 2 * k); });
    named.fill([](int row) { return static_cast<std::uint8_t>((row * 3 + 1) % (rows + 2)); });
    a.set(left), b.set(right), list.set(named);
    const RDom k(0, steps, "k");
    Func out("out");
    out(x, y) += a(k, clamp(cast<int>(list(y)), 0, rows + 1)) * b(x, k);
    expect_same_values(out, columns, rows, sse41_target, "gathered0");
}

} // namespace
} // namespace autoconfig::testing
