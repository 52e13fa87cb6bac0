// Tables that read well on a terminal and are Markdown too.
#pragma once

#include <string>
#include <vector>

namespace autoconfig::bench {

/// The first column is words, the others are numbers, to the right.
struct PaddedTable {
    std::vector<std::string> heading;
    std::vector<std::vector<std::string>> rows;
};

/// Padded to columns, ends with a newline.
std::string to_text(const PaddedTable& table);

} // namespace autoconfig::bench
