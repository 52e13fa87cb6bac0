// Wrapping, hanging labels and tables.
#include "autoconfig/report/layout.h"

#include <gtest/gtest.h>

#include <sstream>

namespace autoconfig::report {
namespace {

TEST(Layout, WidthCountsCharactersNotBytes) {
    EXPECT_EQ(width(""), 0u);
    EXPECT_EQ(width("a·b → c"), 7u);
}

TEST(Layout, JoinPutsTheSeparatorBetween) {
    EXPECT_EQ(join({}, ", "), "");
    EXPECT_EQ(join({"a"}, ", "), "a");
    EXPECT_EQ(join({"", "b"}, ", "), ", b");
}

TEST(Layout, WrapBreaksAtBlanks) {
    EXPECT_EQ(wrap("one two three", 7), (Lines{"one two", "three"}));
    EXPECT_EQ(wrap("one two", 6), (Lines{"one", "two"}));
    EXPECT_EQ(wrap("", 5), (Lines{""}));
}

TEST(Layout, WrapCutsWordsLongerThanALineBetweenCharacters) {
    EXPECT_EQ(wrap("abcdefgh", 3), (Lines{"abc", "def", "gh"}));
    EXPECT_EQ(wrap("→→→", 2), (Lines{"→→", "→"}));
}

TEST(Layout, FlowKeepsItemsWhole) {
    EXPECT_EQ(flow({"a b", "c d", "e f"}, " · ", 12), (Lines{"a b · c d ·", "e f"}));
    EXPECT_EQ(flow({"a b", "c d", "e f"}, "   ", 9), (Lines{"a b   c d", "e f"}));
}

TEST(Layout, FlowWrapsAnItemLongerThanALine) {
    EXPECT_EQ(flow({"one two three"}, ", ", 8), (Lines{"one two", "three"}));
}

TEST(Layout, LabelledHangsFurtherLines) {
    EXPECT_EQ(labelled("note", {"first", "second"}, 2, 8), "  note  first\n        second\n");
}

TEST(Layout, LabelledKeepsALongLabelApart) {
    EXPECT_EQ(labelled("a long label", {"text"}, 0, 6), "a long label text\n");
}

TEST(Layout, TableAlignsTextLeftAndNumbersRight) {
    EXPECT_EQ(table({{"name", "cy"}, {"x", "12.00"}, {"→", "1.0"}}, {Column::Text, Column::Number}, 1),
              " name     cy\n"
              " x     12.00\n"
              " →       1.0\n");
}

TEST(Layout, TableWrapsTheWidestTextColumnToStayOnThePage) {
    std::string words;
    for (int i = 0; i < 40; ++i) words += "word ";
    std::istringstream lines(table({{"x", words, "1"}}, {Column::Text, Column::Text, Column::Number}, 2));
    int count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
        EXPECT_LE(width(line), page_width);
        EXPECT_NE(line.back(), ' ');
    }
    EXPECT_EQ(count, 2);
}

} // namespace
} // namespace autoconfig::report
