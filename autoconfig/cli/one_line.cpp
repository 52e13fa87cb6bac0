// Squeezes a text of several lines into one.
#include "autoconfig/cli/one_line.h"

#include <algorithm>

namespace autoconfig::cli {

std::string one_line(std::string text) {
    const std::string prefix = "Error:";
    if (text.compare(0, prefix.size(), prefix) == 0) text.erase(0, prefix.size());
    std::replace(text.begin(), text.end(), '\n', ' ');
    const auto first = text.find_first_not_of(' ');
    const auto last = text.find_last_not_of(' ');
    return first == std::string::npos ? "no reason was given" : text.substr(first, last - first + 1);
}

} // namespace autoconfig::cli
