#include "bench/table.h"
#include "tests/bench/sample_results.h"
#include "tests/support/golden.h"

#include <gtest/gtest.h>

namespace autoconfig::bench {
namespace {

using testing_support::matches_golden;

TEST(Table, WithOracleWrongAndFailed) {
    EXPECT_TRUE(matches_golden("bench/golden/table.txt", text_table(sample_results())));
}

TEST(Table, TwoThreadsOneLibrary) {
    Results results = sample_results();
    results.threads = 2;
    results.shapes.erase(results.shapes.begin(), results.shapes.begin() + 2);
    results.shapes[0].contestants.pop_back();
    EXPECT_TRUE(matches_golden("bench/golden/table_two_threads.txt", text_table(results)));
}

} // namespace
} // namespace autoconfig::bench
