#include "tests/support/arithmetic.h"

#include <gtest/gtest.h>

namespace autoconfig::testing_support {
namespace {

TEST(Arithmetic, FollowsPrecedenceAndParentheses) {
    EXPECT_DOUBLE_EQ(arithmetic("6 * 4 / 2"), 12);
    EXPECT_DOUBLE_EQ(arithmetic("8 - 3 - 2"), 3);
    EXPECT_DOUBLE_EQ(arithmetic("24 / 2 / 3"), 4);
    EXPECT_DOUBLE_EQ(arithmetic("(1 + 2.5) * -2 + 1"), -6);
    EXPECT_DOUBLE_EQ(arithmetic("2 * max(1 + 2, min(9, 4)) + ceil(0.25)"), 9);
    EXPECT_DOUBLE_EQ(arithmetic("max(1, 7, 2 * 3) - min(3, 2, 4)"), 5);
}

TEST(Arithmetic, RefusesWhatIsNone) {
    EXPECT_THROW(arithmetic(""), std::runtime_error);
    EXPECT_THROW(arithmetic("1 +"), std::runtime_error);
    EXPECT_THROW(arithmetic("MR * 2"), std::runtime_error);
    EXPECT_THROW(arithmetic("(1"), std::runtime_error);
    EXPECT_THROW(arithmetic("1 2"), std::runtime_error);
}

} // namespace
} // namespace autoconfig::testing_support
