// What caches keep of rows a stride apart, by hand.
#include "autoconfig/machine/lines_kept.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

// 64 sets of 8 ways: 512 lines; a page is 64 lines, so addresses within it decide all the sets.
const Cache l1{32 * 1024, 8, 64, 1};

TEST(LinesKept, ALineAStrideFillsTheCache) { EXPECT_EQ(lines_kept(l1, 64, 1), 512); }

TEST(LinesKept, APageAStrideFallsOnOneSetALine) {
    EXPECT_EQ(lines_kept(l1, 4096, 1), 8);
    EXPECT_EQ(lines_kept(l1, 4096, 4), 32);
    EXPECT_EQ(lines_kept(l1, 8192, 4), 32);
    EXPECT_EQ(lines_kept(l1, 4096, 100), 512); // rows longer than a page meet every set
}

TEST(LinesKept, HalfAPageFallsOnTwo) {
    EXPECT_EQ(lines_kept(l1, 2048, 1), 16);
    EXPECT_EQ(lines_kept(l1, 2048 + 64, 1), 512); // 33 lines: prime to 64
}

TEST(LinesKept, PartOfALineStartsOnEveryNext) {
    EXPECT_EQ(lines_kept(l1, 3.25 * 64, 2), 512);    // rounded down to 3 lines
    EXPECT_EQ(lines_kept(l1, 4096 + 2048, 1.5), 32); // 96 lines: two sets, of two lines each
}

TEST(LinesKept, PagesAreSpreadOverTheFurtherSets) {
    const Cache l2{1024 * 1024, 16, 64, 1}; // 1024 sets, 64 of them by the address within a page
    EXPECT_EQ(lines_kept(l2, 4096, 4), 4.0 / 64 * 1024 * 16);
    EXPECT_EQ(lines_kept(l2, 64, 1), 1024 * 16);
}

} // namespace
} // namespace autoconfig::testing
