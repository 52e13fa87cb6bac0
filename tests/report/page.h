// What holds for any text report.
#pragma once

#include "autoconfig/report/layout.h"
#include "tests/support/golden.h"

#include <gtest/gtest.h>

#include <string>

namespace autoconfig {

inline void expect_fits_the_page(const std::string& text) {
    ASSERT_FALSE(text.empty());
    EXPECT_EQ(text.back(), '\n');
    for (const std::string& line : testing_support::lines_of(text)) {
        EXPECT_LE(report::width(line), report::page_width) << line;
        EXPECT_TRUE(line.empty() || line.back() != ' ') << "'" << line << "'";
    }
}

} // namespace autoconfig
