// Callers' buffers start anywhere, as a cropped one does: Halide 14 takes the buffer of an output for
// aligned where an update or another Func reads it in vectors; and vectors of elements apart for aligned
// where every loop around them has gone.
#include "tests/schedules/run.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

namespace autoconfig::testing {
namespace {

/// Runs a case whose outputs start one element after an aligned address. A fault ends the process.
void run_unaligned(const std::string& name, const Sizes& sizes, const Bound& bound) {
    Built built = build(name, sizes, bound);
    autoschedule(built.pipeline, target(), {});
    const std::string wrong = difference(built, sizes, expected(name, sizes), 1);
    std::fprintf(stderr, "%s\n", wrong.c_str());
    std::exit(wrong.empty() ? 0 : 1);
}

class Unaligned : public ::testing::TestWithParam<std::string> {};

TEST_P(Unaligned, OutputsAreRight) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(run_unaligned(GetParam(), {13, 64, 37}, all_bound), ::testing::ExitedWithCode(0), "");
    EXPECT_EXIT(run_unaligned(GetParam(), {13, 64, 37}, none_bound), ::testing::ExitedWithCode(0), "");
}

INSTANTIATE_TEST_SUITE_P(Cases, Unaligned,
                         ::testing::Values("in_place_NN", "epilogue_NN", "row_vector_in_place",
                                           "column_vector_in_place", "tuple_output", "integral", "first_row",
                                           "brighten", "output_of_an_output"),
                         [](const auto& info) { return info.param; });

/// All rows in one tile, so that their places are numbers.
TEST(FewRows, InPlaceAreRight) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    for (const Sizes& sizes : {Sizes{1, 64, 16}, Sizes{4, 64, 1}, Sizes{7, 64, 1}})
        EXPECT_EXIT(run_unaligned("in_place_NN", sizes, all_bound), ::testing::ExitedWithCode(0), "");
}

/// A single vector of elements apart.
TEST(Strided, RowsAreRight) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(run_unaligned("every_fourth_element", {1, 16, 1}, all_bound), ::testing::ExitedWithCode(0),
                "");
}

} // namespace
} // namespace autoconfig::testing
