// Plain text on a page: widths in characters (UTF-8), wrapping, hanging labels, tables. Nothing that
// leaves here is wider than the page or has blanks at the end of a line.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace autoconfig::report {

constexpr std::size_t page_width = 110;

using Lines = std::vector<std::string>;

/// Characters of a UTF-8 string, each taken to fill one column.
std::size_t width(std::string_view text);

/// "a, b, c".
std::string join(const Lines& items, const std::string& separator);

/// Breaks at blanks; a word longer than a line is cut. At least one line.
Lines wrap(const std::string& text, std::size_t line_width);

/// Items joined by the separator, broken after it between items; an item longer than a line is wrapped.
Lines flow(const Lines& items, const std::string& separator, std::size_t line_width);

/// The label at `indent`, then the lines starting at column `start`: one line each, ends with a newline.
std::string labelled(const std::string& label, const Lines& lines, std::size_t indent, std::size_t start);

/// How a table column behaves: Text is left-aligned and wraps when the row would leave the page, Number is
/// right-aligned and never wraps.
enum class Column { Text, Number };

/// Rows of equal length, columns two blanks apart. Ends with a newline; empty without rows.
std::string table(const std::vector<Lines>& rows, const std::vector<Column>& columns, std::size_t indent);

} // namespace autoconfig::report
