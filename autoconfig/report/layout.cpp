// Wrapping and alignment by counted characters.
#include "autoconfig/report/layout.h"

#include <algorithm>
#include <numeric>

namespace autoconfig::report {
namespace {

constexpr std::size_t gap = 2;
constexpr std::size_t narrowest = 8; // a text column is not squeezed below this

bool starts_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }

/// Bytes taken by the first `count` characters.
std::size_t bytes_of(std::string_view text, std::size_t count) {
    std::size_t at = 0;
    for (; at < text.size(); ++at)
        if (starts_character(text[at]) && count-- == 0) break;
    return at;
}

std::string blanks(std::size_t count) { return std::string(count, ' '); }

std::string trimmed(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
}

std::string padded(const std::string& text, std::size_t to, Column column) {
    const std::string fill = blanks(to > width(text) ? to - width(text) : 0);
    return column == Column::Number ? fill + text : text + fill;
}

/// Appends a word to the last line or opens the next one, leaving what is visible of the separator behind.
void place(Lines& lines, const std::string& word, const std::string& separator, std::size_t line_width) {
    std::string& last = lines.back();
    const std::string closing = trimmed(separator);
    if (last.empty())
        last = word;
    else if (width(last) + width(separator) + width(word) + width(closing) <= line_width)
        last += separator + word;
    else {
        if (width(last) + width(closing) <= line_width) last += closing;
        lines.push_back(word);
    }
}

std::vector<std::size_t> natural_widths(const std::vector<Lines>& rows, std::size_t columns) {
    std::vector<std::size_t> widths(columns, 0);
    for (const Lines& row : rows)
        for (std::size_t c = 0; c < columns; ++c) widths[c] = std::max(widths[c], width(row[c]));
    return widths;
}

/// Takes from the widest text column until the row fits.
void squeeze(std::vector<std::size_t>& widths, const std::vector<Column>& columns, std::size_t room) {
    while (std::accumulate(widths.begin(), widths.end(), std::size_t{0}) > room) {
        std::size_t* widest = nullptr;
        for (std::size_t c = 0; c < widths.size(); ++c)
            if (columns[c] == Column::Text && widths[c] > narrowest && (!widest || widths[c] > *widest))
                widest = &widths[c];
        if (!widest) return;
        --*widest;
    }
}

std::string table_row(const Lines& row, const std::vector<Column>& columns,
                      const std::vector<std::size_t>& widths, std::size_t indent) {
    std::vector<Lines> cells;
    std::size_t height = 1;
    for (std::size_t c = 0; c < columns.size(); ++c) {
        cells.push_back(columns[c] == Column::Text ? wrap(row[c], widths[c]) : Lines{row[c]});
        height = std::max(height, cells.back().size());
    }
    std::string text;
    for (std::size_t h = 0; h < height; ++h) {
        std::string line = blanks(indent);
        for (std::size_t c = 0; c < columns.size(); ++c)
            line += padded(h < cells[c].size() ? cells[c][h] : "", widths[c], columns[c]) + blanks(gap);
        text += trimmed(line) + "\n";
    }
    return text;
}

} // namespace

std::size_t width(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_character));
}

std::string join(const Lines& items, const std::string& separator) {
    std::string text;
    for (std::size_t i = 0; i < items.size(); ++i) text += (i == 0 ? "" : separator) + items[i];
    return text;
}

Lines wrap(const std::string& text, std::size_t line_width) {
    Lines lines{""};
    std::size_t at = 0;
    while ((at = text.find_first_not_of(' ', at)) != std::string::npos) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        std::string word = text.substr(at, end - at);
        for (; width(word) > line_width; word.erase(0, bytes_of(word, line_width)))
            place(lines, word.substr(0, bytes_of(word, line_width)), " ", line_width);
        place(lines, word, " ", line_width);
        at = end;
    }
    return lines;
}

Lines flow(const Lines& items, const std::string& separator, std::size_t line_width) {
    Lines lines{""};
    for (const std::string& item : items) {
        const Lines parts = width(item) > line_width ? wrap(item, line_width) : Lines{item};
        for (std::size_t i = 0; i < parts.size(); ++i)
            place(lines, parts[i], i == 0 ? separator : " ", line_width);
    }
    return lines;
}

std::string labelled(const std::string& label, const Lines& lines, std::size_t indent, std::size_t start) {
    std::string text;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string head = i == 0 && !label.empty() ? blanks(indent) + label + " " : "";
        text += trimmed(padded(head, start, Column::Text) + lines[i]) + "\n";
    }
    return text;
}

std::string table(const std::vector<Lines>& rows, const std::vector<Column>& columns, std::size_t indent) {
    std::vector<std::size_t> widths = natural_widths(rows, columns.size());
    squeeze(widths, columns, page_width - indent - gap * (columns.size() - 1));
    std::string text;
    for (const Lines& row : rows) text += table_row(row, columns, widths, indent);
    return text;
}

} // namespace autoconfig::report
