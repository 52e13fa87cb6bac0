// Compares a text with a stored golden file under tests/. UPDATE_GOLDEN=1 in the environment rewrites the
// file instead. Files are named from tests/.
//
//   EXPECT_TRUE(matches_golden("report/golden/blocked.txt", text_report(decision)));
#pragma once

#include "tests/support/tests_dir.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace autoconfig::testing_support {

inline std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

/// From the first differing line on, at most `count` lines of each text: "-12| " as stored, "+12| " as
/// produced. Empty when the texts are equal.
inline std::string first_difference(const std::string& stored, const std::string& produced,
                                    std::size_t count = 5) {
    if (stored == produced) return "";
    const std::vector<std::string> before = lines_of(stored), after = lines_of(produced);
    std::size_t first = 0;
    while (first < before.size() && first < after.size() && before[first] == after[first]) ++first;
    if (first == before.size() && first == after.size()) return "only the newline at the end differs\n";
    std::ostringstream diff;
    for (std::size_t i = first; i < before.size() && i < first + count; ++i)
        diff << '-' << i + 1 << "| " << before[i] << '\n';
    for (std::size_t i = first; i < after.size() && i < first + count; ++i)
        diff << '+' << i + 1 << "| " << after[i] << '\n';
    return diff.str();
}

inline bool updating_golden() {
    const char* value = std::getenv("UPDATE_GOLDEN");
    return value && std::string(value) == "1";
}

inline ::testing::AssertionResult write_golden(const std::filesystem::path& file, const std::string& text) {
    std::filesystem::create_directories(file.parent_path());
    std::ofstream stream(file, std::ios::binary);
    stream << text;
    stream.close();
    return stream ? ::testing::AssertionSuccess()
                  : ::testing::AssertionFailure() << "cannot write " << file.string();
}

/// `file` is relative to tests/.
inline ::testing::AssertionResult matches_golden(const std::string& file, const std::string& produced) {
    const std::filesystem::path path = std::filesystem::path(tests_dir()) / file;
    if (updating_golden()) return write_golden(path, produced);
    std::ifstream stream(path, std::ios::binary);
    std::ostringstream stored;
    stored << stream.rdbuf();
    const std::string diff = first_difference(stored.str(), produced);
    if (stream.is_open() && diff.empty()) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure()
           << path.string() << (stream.is_open() ? " differs (- stored, + produced):\n" : " is missing:\n")
           << diff << "Where the new text is right, run again with UPDATE_GOLDEN=1.";
}

} // namespace autoconfig::testing_support
