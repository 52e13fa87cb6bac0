// Tables in Markdown that end in what their columns come to.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace autoconfig::bench {

/// A text, and of a ratio its value, which the last rows sum up.
struct Cell {
    std::string text;
    double ratio = 0; // 0: none
};

Cell words(const std::string& text);
Cell number(double value, int decimals);
Cell ratio_of(double value); // "1.02"; "-" where it is 0, not known

struct MarkdownTable {
    std::vector<std::string> headings;
    std::vector<std::vector<Cell>> rows;
    std::vector<std::size_t> bold; // columns
};

/// Rows, then the geometric mean, the median and the worst of every column that has ratios (summary.h).
std::string markdown(const MarkdownTable& table);

/// Rows alone.
std::string markdown_rows(const MarkdownTable& table);

} // namespace autoconfig::bench
