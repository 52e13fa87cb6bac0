// The table of Halide's defects: every row is told in a sentence, tested, and asked for.
#include "autoconfig/extract/legality/defects.h"

#include "tests/support/tests_dir.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

namespace autoconfig::testing {
namespace {

/// All C++ files of a folder, one after the other.
std::string sources_in(const std::filesystem::path& folder) {
    std::string all;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.path().extension() != ".cpp") continue;
        std::ifstream file(entry.path());
        all.append(std::istreambuf_iterator<char>(file), {});
    }
    return all;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// "Suite.Test" or "Suite.Test/case": the test, and its case by name.
bool is_registered(const std::string& tests, const std::string& name) {
    static const std::regex form("(\\w+)\\.(\\w+)(?:/(\\w+))?");
    std::smatch part;
    if (!std::regex_match(name, part, form)) return false;
    const std::string test = "(" + part[1].str() + ", " + part[2].str() + ")";
    const bool known =
        has(tests, "TEST" + test) || has(tests, "TEST_P" + test) || has(tests, "TEST_F" + test);
    return known && (!part[3].matched || has(tests, '"' + part[3].str() + '"'));
}

TEST(Defects, HaveARowEachInTheOrderOfTheirNames) {
    std::set<std::string> names;
    for (std::size_t i = 0; i < defects::table().size(); ++i) {
        EXPECT_EQ(static_cast<std::size_t>(defects::table()[i].defect), i);
        EXPECT_TRUE(names.insert(defects::table()[i].name).second) << defects::table()[i].name;
    }
    EXPECT_EQ(static_cast<std::size_t>(Defect::LosesBoundsOfRoundings) + 1, names.size());
}

TEST(Defects, AreToldInASentenceWithVersions) {
    for (const defects::Row& row : defects::table()) {
        const std::string sentence = row.sentence;
        EXPECT_GT(sentence.size(), 20u) << row.name;
        EXPECT_EQ(sentence.back(), '.') << row.name;
        EXPECT_LE(14, row.from) << row.name;
        EXPECT_LE(row.from, row.seen_until) << row.name;
        EXPECT_TRUE(row.until == defects::no_version || row.until > row.seen_until) << row.name;
    }
}

TEST(Defects, HaveARegressionTest) {
    const std::string tests = sources_in(tests_dir());
    for (const defects::Row& row : defects::table())
        EXPECT_TRUE(is_registered(tests, row.test)) << row.name << ": " << row.test;
    EXPECT_FALSE(is_registered(tests, "Defects.HaveNoSuchTest"));
}

TEST(Defects, AreAskedFor) {
    const std::filesystem::path root = std::filesystem::path(tests_dir()).parent_path();
    const std::string code = sources_in(root / "autoconfig") + sources_in(root / "schedules");
    for (const defects::Row& row : defects::table())
        EXPECT_TRUE(has(code, std::string("applies(Defect::") + row.name + ")")) << row.name;
}

TEST(Defects, HoldFromAVersionUntilAnother) {
    const defects::Row mended{Defect::MergesCasts, "", "", 16, 19, 18, ""};
    EXPECT_FALSE(defects::holds_for(mended, 14));
    EXPECT_TRUE(defects::holds_for(mended, 16));
    EXPECT_TRUE(defects::holds_for(mended, 18));
    EXPECT_FALSE(defects::holds_for(mended, 19));
    const defects::Row open{Defect::MergesCasts, "", "", 14, defects::no_version, 14, ""};
    EXPECT_TRUE(defects::holds_for(open, 21));
}

} // namespace
} // namespace autoconfig::testing
