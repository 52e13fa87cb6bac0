// Tables in Markdown that end in what their columns come to.
#include "bench/published/markdown.h"

#include "bench/summary.h"

#include <fmt/format.h>

#include <algorithm>

namespace autoconfig::bench {

namespace {

using Row = std::vector<Cell>;

std::string line(const Row& row, const std::vector<std::size_t>& bold) {
    std::string text = "|";
    for (std::size_t c = 0; c < row.size(); c++) {
        const bool is_bold = row[c].ratio > 0 && std::find(bold.begin(), bold.end(), c) != bold.end();
        text += fmt::format(is_bold ? " **{}** |" : " {} |", row[c].text);
    }
    return text + '\n';
}

std::vector<double> ratios(const MarkdownTable& table, std::size_t column) {
    std::vector<double> values;
    for (const Row& row : table.rows)
        if (row[column].ratio > 0) values.push_back(row[column].ratio);
    return values;
}

Row summary_row(const MarkdownTable& table, const char* name, double Summary::*figure) {
    Row row{words(name)};
    for (std::size_t c = 1; c < table.headings.size(); c++) {
        const std::vector<double> values = ratios(table, c);
        row.push_back(values.empty() ? words("") : ratio_of(summary_of(values).*figure));
    }
    return row;
}

} // namespace

Cell words(const std::string& text) { return {text, 0}; }
Cell number(double value, int decimals) { return {fmt::format("{:.{}f}", value, decimals), 0}; }
Cell ratio_of(double value) { return value > 0 ? Cell{fmt::format("{:.2f}", value), value} : words("-"); }

std::string markdown_rows(const MarkdownTable& table) {
    Row headings;
    for (const std::string& heading : table.headings) headings.push_back(words(heading));
    std::string text = line(headings, {});
    text += line(Row(table.headings.size(), words("---")), {});
    for (const Row& row : table.rows) text += line(row, table.bold);
    return text;
}

std::string markdown(const MarkdownTable& table) {
    return markdown_rows(table) + line(summary_row(table, "geomean", &Summary::geomean), table.bold) +
           line(summary_row(table, "median", &Summary::median), table.bold) +
           line(summary_row(table, "worst", &Summary::worst), table.bold);
}

} // namespace autoconfig::bench
