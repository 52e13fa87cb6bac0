// Fields of a row of comma-separated values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace autoconfig::bench {

/// Without blanks at either end.
std::string trimmed(const std::string& text);

/// At most `count` fields, trimmed; the last one is the rest of the line, commas and all.
std::vector<std::string> fields_of(const std::string& line, std::size_t count);

/// Error, calling it `what`, unless the field is a whole number from `least` to 2^31-1.
std::int64_t whole_number(const std::string& field, const std::string& what, std::int64_t least = 1);

/// Error unless operands and result of one shape fit in 16 GiB.
void check_bytes(const std::string& shape, double bytes);

} // namespace autoconfig::bench
