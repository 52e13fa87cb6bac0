// The golden-file helper itself.
#include "tests/support/golden.h"

namespace autoconfig::testing_support {
namespace {

TEST(Golden, EqualTextsHaveNoDifference) { EXPECT_EQ(first_difference("a\nb\n", "a\nb\n"), ""); }

TEST(Golden, DifferenceStartsAtTheFirstDifferingLine) {
    EXPECT_EQ(first_difference("a\nb\nc\n", "a\nB\nc\n", 1), "-2| b\n+2| B\n");
}

TEST(Golden, DifferenceShowsMissingAndAddedLines) {
    EXPECT_EQ(first_difference("a\n", "a\nb\n"), "+2| b\n");
    EXPECT_EQ(first_difference("a\nb\n", "a\n"), "-2| b\n");
}

TEST(Golden, DifferenceIsCutAfterSomeLines) {
    EXPECT_EQ(first_difference("1\n2\n3\n", "x\ny\nz\n", 2), "-1| 1\n-2| 2\n+1| x\n+2| y\n");
}

TEST(Golden, ANewlineAtTheEndCounts) {
    EXPECT_EQ(first_difference("a\n", "a"), "only the newline at the end differs\n");
}

TEST(Golden, AMissingFileFailsAndSaysHowToMakeIt) {
    if (updating_golden()) GTEST_SKIP() << "would write the file";
    const ::testing::AssertionResult result = matches_golden("support/no_such_file.txt", "text\n");
    EXPECT_FALSE(result);
    EXPECT_NE(std::string(result.message()).find("no_such_file.txt is missing"), std::string::npos);
    EXPECT_NE(std::string(result.message()).find("UPDATE_GOLDEN=1"), std::string::npos);
}

} // namespace
} // namespace autoconfig::testing_support
