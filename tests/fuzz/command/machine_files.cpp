// Random changes of the text of a machine description.
#include "tests/fuzz/command/machine_files.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

namespace autoconfig::fuzz {

namespace {

std::string any_description(Random& random, const std::string& folder) {
    std::vector<std::string> paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        paths.push_back(entry.path().string());
    std::sort(paths.begin(), paths.end());
    std::ifstream stream(any_of(random, paths));
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// Where numbers begin that are values.
std::vector<std::size_t> numbers_in(const std::string& text) {
    std::vector<std::size_t> places;
    for (std::size_t i = 2; i < text.size(); i++)
        if (std::isdigit(static_cast<unsigned char>(text[i])) && text[i - 1] == ' ' && text[i - 2] == ':')
            places.push_back(i);
    return places;
}

void replace_number(Random& random, std::string& text) {
    const std::vector<std::string> others = {"0",     "-1",   "1e308",         "1e-308", "1e400",
                                             "\"x\"", "null", "true",          "[]",     "{}",
                                             "0.5",   "7",    "1000000000000", "nan"};
    const std::vector<std::size_t> places = numbers_in(text);
    if (places.empty()) return;
    const std::size_t from = any_of(random, places), to = text.find_first_not_of("0123456789.e-+", from);
    text.replace(from, to - from, any_of(random, others));
}

void remove_line(Random& random, std::string& text) {
    const std::size_t from = text.rfind('\n', below(random, text.size())),
                      start = from == std::string::npos ? 0 : from;
    text.erase(start, text.find('\n', start + 1) - start);
}

void replace_word(Random& random, std::string& text) {
    const std::vector<std::pair<std::string, std::string>> pairs = {
        {"cycles/line", "cycles"}, {"KiB", "kib"}, {"MiB", "TiB"},       {"value", "valve"},
        {"bytes", "ways"},         {"x86", "x68"}, {"\"l2\"", "\"l9\""}, {"based_on", "on"},
        {"unit", "source"},        {"64", "65"}};
    const auto& [from, to] = any_of(random, pairs);
    if (const std::size_t at = text.find(from, below(random, text.size())); at != std::string::npos)
        text.replace(at, from.size(), to);
}

} // namespace

std::string machine_text(Random& random, const std::string& folder) {
    const std::vector<std::string> odd = {"",
                                          "{",
                                          "[]",
                                          "null",
                                          "{}",
                                          "\xff\xfe",
                                          "{\"based_on\": \"x86-avx2\"}",
                                          "{\"based_on\": \"none\"}",
                                          "{\"based_on\": 1}",
                                          std::string(20000, '['),
                                          std::string(1000, '\0')};
    if (one_in(random, 12)) return any_of(random, odd);
    std::string text = any_description(random, folder);
    for (std::size_t left = below(random, 3); left > 0; left--) {
        switch (below(random, 5)) {
        case 0: text.resize(below(random, text.size())); break;
        case 1: text[below(random, text.size())] = static_cast<char>(below(random, 256)); break;
        case 2: remove_line(random, text); break;
        case 3: replace_word(random, text); break;
        default: replace_number(random, text); break;
        }
        if (text.empty()) return text;
    }
    return text;
}

} // namespace autoconfig::fuzz
