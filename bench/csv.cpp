// Fields of a row, as text and as numbers.
#include "bench/csv.h"

#include "autoconfig/error.h"

#include <fmt/format.h>

#include <charconv>

namespace autoconfig::bench {

std::string trimmed(const std::string& text) {
    const auto first = text.find_first_not_of(" \t\r");
    if (first == std::string::npos) return "";
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::vector<std::string> fields_of(const std::string& line, std::size_t count) {
    std::vector<std::string> fields;
    std::size_t start = 0;
    while (fields.size() + 1 < count) {
        const std::size_t comma = line.find(',', start);
        fields.push_back(trimmed(line.substr(start, comma - start)));
        if (comma == std::string::npos) return fields;
        start = comma + 1;
    }
    fields.push_back(trimmed(line.substr(start)));
    return fields;
}

std::int64_t whole_number(const std::string& field, const std::string& what, std::int64_t least) {
    constexpr std::int64_t most = (std::int64_t{1} << 31) - 1; // Halide's indices are 32 bits
    std::int64_t value = 0;
    const char* end = field.data() + field.size();
    const auto parsed = std::from_chars(field.data(), end, value);
    if (parsed.ec != std::errc() || parsed.ptr != end || value < least || value > most)
        throw Error(fmt::format("{} is '{}', needs a whole number from {} to 2^31-1", what, field, least));
    return value;
}

void check_bytes(const std::string& shape, double bytes) {
    constexpr double gib = 1024.0 * 1024 * 1024, most = 16 * gib;
    if (bytes > most)
        throw Error(fmt::format("{} needs {:.0f} GiB, at most 16 are allowed", shape, bytes / gib));
}

} // namespace autoconfig::bench
