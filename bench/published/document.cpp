// Documents whose tables are made of raw results.
#include "bench/published/document.h"

#include "autoconfig/error.h"
#include "bench/published/tables.h"

#include <fmt/format.h>

#include <functional>

namespace autoconfig::bench {

namespace {

constexpr const char* begin = "<!-- table ";
constexpr const char* end = "<!-- end of table -->";

/// The document with other text in place of every table.
std::string replaced(const std::string& document,
                     const std::function<std::string(const std::string&)>& text) {
    std::string result;
    std::size_t at = 0;
    for (std::size_t from; (from = document.find(begin, at)) != std::string::npos;) {
        const std::size_t name = from + std::string(begin).size(), name_end = document.find(" -->", name);
        const std::size_t to = document.find(end, from);
        const std::size_t next = document.find(begin, name);
        if (name_end == std::string::npos || to == std::string::npos || next < to)
            throw Error(fmt::format("a table has no '{}': {}", end, document.substr(from, 40)));
        result += document.substr(at, from - at) + text(document.substr(name, name_end - name));
        at = to + std::string(end).size();
    }
    return result + document.substr(at);
}

} // namespace

std::string with_tables(const std::string& document, const Raw& raw) {
    return replaced(document, [&](const std::string& name) {
        return fmt::format("{}{} -->\n\n{}\n{}", begin, name, published_table(name, raw), end);
    });
}

std::string without_tables(const std::string& document) {
    return replaced(document, [](const std::string&) { return std::string(); });
}

} // namespace autoconfig::bench
