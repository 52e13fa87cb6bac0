// What is printed is what was computed.
#pragma once

#include "tests/model/plain_machine.h"
#include "tests/support/arithmetic.h"

namespace autoconfig::testing {

/// In cycles, and the numbers come to them.
inline void expect_printed(const Expression& expression, const std::string& what) {
    EXPECT_FALSE(expression.formula().empty()) << what;
    EXPECT_FALSE(expression.mixes_units()) << what << ": " << expression.formula();
    EXPECT_EQ(expression.unit(), cycles_unit) << what << ": " << expression.formula();
    const double printed = testing_support::arithmetic(expression.numbers());
    EXPECT_NEAR(printed, expression.value(), 1e-3 * expression.value())
        << what << ": " << expression.formula() << " = " << expression.numbers();
}

} // namespace autoconfig::testing
