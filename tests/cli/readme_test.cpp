// The README shows what the tool prints.
#include "tests/cli/command.h"
#include "tests/support/tests_dir.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

/// What stands between two marks, from a place on, which moves behind it.
std::string between(const std::string& text, const std::string& begin, const std::string& end,
                    std::size_t& place) {
    const std::size_t first = text.find(begin, place) + begin.size();
    place = text.find(end, first);
    return text.substr(first, place - first);
}

TEST(Readme, ExplanationIsTheOnePrinted) {
    const std::string readme = read_file(tests_dir() + "/../README.md");
    std::size_t place = readme.find("## What it says");
    ASSERT_NE(place, std::string::npos);
    const std::string arguments = between(readme, "`autoconfig ", "`", place);
    const std::string shown = between(readme, "```\n", "```", place);
    const std::string printed = autoconfig(arguments).out;
    EXPECT_EQ(printed.substr(0, shown.size()), shown);
    const std::string rest = printed.substr(shown.size()); // about the CPU at hand, or what it could measure
    const bool expected = rest.find("the CPU here") != std::string::npos ||
                          rest.find("times them on this machine") != std::string::npos;
    EXPECT_TRUE(rest.empty() || rest == "\n" || expected) << rest;
}

} // namespace
} // namespace autoconfig::testing
