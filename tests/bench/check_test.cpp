#include "bench/matmul/operands.h"
#include "bench/peers/peer.h"
#include "bench/reference.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autoconfig::bench {
namespace {

using ::testing::HasSubstr;

class Check : public ::testing::Test {
protected:
    const MatmulShape shape{33, 47, 20, 2, false, true, ""};
    const MatmulOperands operands{shape, {true, "gelu"}};

    void SetUp() override { scalar_peer().prepare(operands, 1)(); }
};

TEST_F(Check, ARightResultPasses) { EXPECT_EQ(operands.check(), ""); }

TEST_F(Check, AnUnwrittenElementShowsWhereverItIs) {
    operands.out(1)[17 * 47 + 23] = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(operands.check(), "element (17, 23) of product 1 is NaN or was not written");
    operands.poison();
    EXPECT_EQ(operands.check(), "element (0, 0) of product 0 is NaN or was not written");
}

TEST_F(Check, AWrongCornerOfTheLastProductShows) {
    operands.out(1)[32 * 47 + 46] += 0.01f;
    EXPECT_THAT(operands.check(), HasSubstr("element (32, 46) of product 1 is "));
}

TEST_F(Check, AMissingTermOfTheSumShows) {
    const double term = operands.a()[19] * static_cast<double>(operands.b()[19]); // k = 19 of element (0, 0)
    ASSERT_GT(std::abs(term), 1e-3);
    const MatmulOperands plain(shape, {});
    scalar_peer().prepare(plain, 1)();
    plain.out()[0] -= static_cast<float>(term);
    EXPECT_THAT(plain.check(), HasSubstr("element (0, 0) of product 0 is "));
}

TEST_F(Check, AnOmittedEpilogueShows) {
    const MatmulOperands plain(shape, {});
    scalar_peer().prepare(plain, 1)();
    std::copy_n(plain.out(), shape.m * shape.n * shape.batch, operands.out());
    EXPECT_NE(operands.check(), "");
}

TEST(Activate, ByHand) {
    EXPECT_DOUBLE_EQ(activate(-2, ""), -2);
    EXPECT_DOUBLE_EQ(activate(-2, "relu"), 0);
    EXPECT_NEAR(activate(1, "gelu_erf"), 0.8413447461, 1e-9); // Phi(1)
    EXPECT_NEAR(activate(1, "gelu"), 0.8411919906, 1e-9);     // the tanh form differs in the fourth digit
}

} // namespace
} // namespace autoconfig::bench
