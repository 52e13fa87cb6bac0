// That a canonical form computes what was written.
#pragma once

#include "autoconfig/extract/canonical/canonical.h"

#include "tests/support/targets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace autoconfig::testing {

/// Brings the output into its form, which a note has to mention, and compares its elements before and after.
inline void expect_same_values(Halide::Func out, int columns, int rows, const Halide::Target& target,
                               const std::string& note) {
    const Halide::Buffer<float> before = out.realize({columns, rows});
    EXPECT_THAT(canonicalise(Halide::Pipeline(out), target).notes,
                ::testing::Contains(::testing::HasSubstr(note)));
    const Halide::Buffer<float> after = out.realize({columns, rows});
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
            EXPECT_EQ(after(column, row), before(column, row)) << column << ", " << row;
}

} // namespace autoconfig::testing
