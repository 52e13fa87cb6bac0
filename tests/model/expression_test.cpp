// Values, formulas and numbers of expressions, and their units.
#include "autoconfig/model/expression.h"

#include "tests/support/arithmetic.h"

#include <gtest/gtest.h>

namespace autoconfig {
namespace {

constexpr Symbol ports{"N_fma", rate_unit}, latency{"L", cycles_unit}, held{"held", Unit{0, 1}};

Expression q(const Symbol& symbol, double value) { return {symbol, value, Words::Yes}; }

/// Value, formula and numbers, which come to the value.
void expect(const Expression& expression, double value, const char* formula, const char* numbers) {
    EXPECT_DOUBLE_EQ(expression.value(), value);
    EXPECT_EQ(expression.formula(), formula);
    EXPECT_EQ(expression.numbers(), numbers);
    EXPECT_DOUBLE_EQ(testing_support::arithmetic(expression.numbers()), value);
}

const Expression a = q({"a"}, 6), b = q({"b"}, 4), c = q({"c"}, 2);

TEST(Expression, ReadsAsItIsComputed) {
    expect(a, 6, "a", "6");
    expect(a + b, 10, "a + b", "6 + 4");
    expect(a * b / c, 12, "a * b / c", "6 * 4 / 2");
    expect(2 * a, 12, "2 * a", "2 * 6");
    expect(1 / c, 0.5, "1 / c", "1 / 2");
}

TEST(Expression, ParenthesesStandWhereTheyChangeTheValueAndNowhereElse) {
    expect((a + b) * c, 20, "(a + b) * c", "(6 + 4) * 2");
    expect(c * (a + b), 20, "c * (a + b)", "2 * (6 + 4)");
    expect(a * b + c, 26, "a * b + c", "6 * 4 + 2");
    expect(a + b * c, 14, "a + b * c", "6 + 4 * 2");
    expect((a + b) + c, 12, "a + b + c", "6 + 4 + 2");
    expect(a / (b * c), 0.75, "a / (b * c)", "6 / (4 * 2)");
    expect(a / (b / c), 3, "a / (b / c)", "6 / (4 / 2)");
    expect((a + b) / (c + b), 10.0 / 6, "(a + b) / (c + b)", "(6 + 4) / (2 + 4)");
}

TEST(Expression, FunctionsEncloseWhatTheyTake) {
    expect(max(a + b, c) * c, 20, "max(a + b, c) * c", "max(6 + 4, 2) * 2");
    expect(min(a, max(b, c)), 4, "min(a, max(b, c))", "min(6, max(4, 2))");
}

TEST(Expression, NegativeNumbersAreEnclosed) {
    const Expression less = q({"d"}, -3);
    expect(a * less, -18, "a * d", "6 * (-3)");
}

TEST(Expression, NumbersHaveAllDigitsBeforeThePointOrFourInAll) {
    EXPECT_EQ(q({"x"}, 123456789).numbers(), "123456789");
    EXPECT_EQ(q({"x"}, 123456.78).numbers(), "123457");
    EXPECT_EQ(q({"x"}, 1.23456).numbers(), "1.235");
    EXPECT_EQ(q({"x"}, 0.000123456).numbers(), "0.0001235");
    EXPECT_EQ(q({"x"}, 2.5).numbers(), "2.5");
}

TEST(Expression, NothingAndOneLeaveNoTrace) {
    expect(0 + a, 6, "a", "6");
    expect(a + 0, 6, "a", "6");
    expect(1 * a, 6, "a", "6");
    expect(a / 1, 6, "a", "6");
    expect(a + q({"none"}, 0), 6, "a + none", "6 + 0"); // a quantity does
}

TEST(Expression, ConstantsAreTheirDigits) {
    expect(Expression(3), 3, "3", "3");
    expect(Expression(3) * 2 + 1, 7, "7", "7");
}

TEST(Expression, WithoutWordsThereIsTheValueAlone) {
    const Expression x({"x"}, 6, Words::No), y(latency, 4, Words::No);
    expect(max(x * y, 2) + x, 30, "30", "30");
}

TEST(Expression, UnitsFollowTheOperators) {
    EXPECT_EQ(a.unit(), count_unit);
    EXPECT_EQ((a * b / q(ports, 2)).unit(), cycles_unit);
    EXPECT_EQ((1 / q(ports, 2)).unit(), cycles_unit);
    EXPECT_EQ((q(held, 64) / q(latency, 4)).unit(), (Unit{-1, 1}));
    EXPECT_EQ(max(a / q(ports, 2), q(latency, 4)).unit(), cycles_unit);
    EXPECT_EQ((2 + q(latency, 4)).unit(), cycles_unit);
}

TEST(Expression, MixedUnitsAreSeenWhereverTheyStand) {
    EXPECT_TRUE((q(latency, 4) + a).mixes_units());
    EXPECT_TRUE(max(q(latency, 4), q(held, 64)).mixes_units());
    EXPECT_TRUE((2 * (a + q(held, 64)) / b).mixes_units());
    EXPECT_FALSE((q(latency, 4) + a / q(ports, 2)).mixes_units());
    EXPECT_FALSE((q(latency, 4) + 2).mixes_units()); // constants are what they stand beside
}

} // namespace
} // namespace autoconfig
