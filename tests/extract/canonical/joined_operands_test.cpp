// Which factors of a product become one operand.
#include "tests/extract/canonical/funcs_made.h"
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

std::vector<std::string> joined(const Expr& value) { return funcs_made(value, "_joined"); }

const ImageParam a(Float(32), 2, "a"), b(Float(32), 2, "b"), c(Float(32), 2, "c"), w(Float(32), 1, "w");
const RDom k(0, 8, "k");

TEST(JoinedOperands, HaveTheColumnsAndWhatReducedLoopsAloneLeadTo) {
    EXPECT_THAT(joined(a(k, y) * w(k) * b(x, k)), ElementsAre("(x, k$x) = w(k$x)*b(x, k$x)"));
    EXPECT_THAT(joined(w(k) * b(k, x) * b(k, y)), ElementsAre("(k$x, x) = w(k$x)*b(k$x, x)"));
    EXPECT_THAT(joined(a(k, y) * b(x, k) * c(x, k / 4)), ElementsAre("(x, k$x) = b(x, k$x)*c(x, k$x/4)"));
    EXPECT_THAT(joined(a(k, y) * cast<float>(k) * b(x, k)), ElementsAre("(x, k$x) = float32(k$x)*b(x, k$x)"));
}

TEST(JoinedOperands, HaveTheRows) {
    EXPECT_THAT(joined(a(k, y) * b(x, k) * c(k, y)), ElementsAre("(k$x, y) = a(k$x, y)*c(k$x, y)"));
    EXPECT_THAT(joined(w(k) * a(k, y) * b(x, k) * c(y, k)),
                ElementsAre("(x, k$x) = w(k$x)*b(x, k$x)", "(k$x, y) = a(k$x, y)*c(y, k$x)"));
}

TEST(JoinedOperands, MayBeOneFactorThatReadsSeveralLoads) {
    EXPECT_THAT(joined(exp(w(k) - w(y)) * b(x, k)), ElementsAre("(k$x, y) = exp_f32(w(k$x) - w(y))"));
    EXPECT_THAT(joined(a(k, y) * cos(cast<float>(k) * w(x))),
                ElementsAre("(x, k$x) = cos_f32(float32(k$x)*w(x))"));
}

TEST(JoinedOperands, AreNoneWhereNoLoopIsLeftToTheOther) {
    EXPECT_THAT(joined(w(k) * b(x, k)), IsEmpty());
    EXPECT_THAT(joined(w(k) * c(k, 0) * a(x + k, y)), IsEmpty());
    EXPECT_THAT(joined(a(k, y) * b(x, k) * c(x, y)), IsEmpty());
}

TEST(JoinedOperands, AreNoneOfProductsThatHaveTwo) {
    EXPECT_THAT(joined(a(k, y) * b(x, k)), IsEmpty());
    EXPECT_THAT(joined(a(k, y) * w(0) * b(x, k)), IsEmpty());
}

TEST(JoinedOperands, HaveTheSameValues) {
    constexpr int rows = 3, columns = 4, steps = 5;
    ImageParam left(Float(32), 2, "left"), right(Float(32), 2, "right"), weight(Float(32), 1, "weight");
    Buffer<float> of_left(steps, rows), of_right(columns, steps), of_weight(steps);
    of_left.fill([](int i, int row) { return static_cast<float>(10 * i + row); });
    of_right.fill([](int column, int i) { return static_cast<float>(column - 2 * i); });
    of_weight.fill([](int i) { return static_cast<float>(i + 1); });
    left.set(of_left), right.set(of_right), weight.set(of_weight);
    const RDom step(0, steps, "step");
    Func out("out");
    out(x, y) += left(step, y) * weight(step) * right(x, step);
    expect_same_values(out, columns, rows, sse41_target, "joined0");
}

} // namespace
} // namespace autoconfig::testing
