// Quotients and remainders of sums, against those of numbers.
#include "lowering/residue.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using namespace Halide;
using namespace Halide::Internal;

TEST(Residue, TakesMultiplesApart) {
    const Expr x = Variable::make(Int(32), "x"), y = Variable::make(Int(32), "y");
    const lowering::Residue residue((x * 4 - y) * 2 + 7 + y * 3, 4);
    EXPECT_EQ(residue.constant(), 7);
    EXPECT_TRUE(equal(simplify(residue.rest()), y) ||
                equal(simplify(residue.rest() - y), make_zero(Int(32))));
}

TEST(Residue, GivesQuotientsAndRemainders) {
    const Expr x = Variable::make(Int(32), "x"), y = Variable::make(Int(32), "y");
    for (const int divisor : {2, 3, 4})
        for (const int constant : {-7, -1, 0, 2, 5}) {
            const Expr sum = x * 2 * divisor + (y + constant) * 2 - x * divisor;
            const lowering::Residue residue(sum, divisor);
            for (int a = -3; a <= 3; ++a)
                for (int b = -5; b <= 5; ++b) {
                    const std::map<std::string, Expr> at{{"x", a}, {"y", b}};
                    const auto number = [&](const Expr& e) {
                        return *as_const_int(simplify(substitute(at, e)));
                    };
                    const auto left = number(residue.rest() % divisor);
                    EXPECT_EQ(number(residue.quotient(left)), number(sum / divisor)) << a << ", " << b;
                    EXPECT_EQ(number(residue.remainder(left)), number(sum % divisor)) << a << ", " << b;
                }
        }
}

} // namespace
} // namespace autoconfig::testing
