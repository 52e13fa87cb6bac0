// Writes padded Markdown.
#include "bench/regret/table.h"

#include "autoconfig/report/layout.h"

#include <algorithm>
#include <cstddef>

namespace autoconfig::bench {

namespace {

using report::width;

std::string row_text(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) {
    std::string text = "|";
    for (std::size_t c = 0; c < cells.size(); ++c) {
        const std::string padding(widths[c] - width(cells[c]), ' ');
        text += c == 0 ? " " + cells[c] + padding + " |" : " " + padding + cells[c] + " |";
    }
    return text + "\n";
}

} // namespace

std::string to_text(const PaddedTable& table) {
    std::vector<std::size_t> widths;
    for (std::size_t c = 0; c < table.heading.size(); ++c) {
        widths.push_back(width(table.heading[c]));
        for (const auto& row : table.rows) widths[c] = std::max(widths[c], width(row[c]));
    }
    std::string text = row_text(table.heading, widths) + "|";
    for (std::size_t c = 0; c < widths.size(); ++c)
        text += std::string(widths[c] + 1, '-') + (c == 0 ? "-|" : ":|");
    text += "\n";
    for (const auto& row : table.rows) text += row_text(row, widths);
    return text;
}

} // namespace autoconfig::bench
