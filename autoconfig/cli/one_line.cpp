// Squeezes a text of several lines into one that can be printed.
#include "autoconfig/cli/one_line.h"

#include <fmt/core.h>

#include <algorithm>

namespace autoconfig::cli {

namespace {

/// What a terminal would obey, as "\x1b": a text may quote what its user gave.
std::string without_controls(const std::string& text) {
    std::string result;
    for (const char byte : text) {
        const auto code = static_cast<unsigned char>(byte);
        const bool control = code < ' ' || code == 0x7f;
        result += control ? fmt::format("\\x{:02x}", code) : std::string(1, byte);
    }
    return result;
}

} // namespace

std::string one_line(std::string text) {
    const std::string prefix = "Error:";
    if (text.compare(0, prefix.size(), prefix) == 0) text.erase(0, prefix.size());
    std::replace(text.begin(), text.end(), '\n', ' ');
    const auto first = text.find_first_not_of(' ');
    const auto last = text.find_last_not_of(' ');
    if (first == std::string::npos) return "no reason was given";
    return without_controls(text.substr(first, last - first + 1));
}

} // namespace autoconfig::cli
