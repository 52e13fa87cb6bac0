// JSON with positions in its errors and no key said twice.
#include "autoconfig/machine/document.h"

#include "autoconfig/error.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <set>
#include <vector>

namespace autoconfig {

namespace {

using json = nlohmann::json;

std::string position(const std::string& text, std::size_t byte) {
    const std::size_t at = std::min(byte == 0 ? 0 : byte - 1, text.size());
    const std::string before = text.substr(0, at);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t start = before.rfind('\n') == std::string::npos ? 0 : before.rfind('\n') + 1;
    return std::to_string(line) + ":" + std::to_string(at - start + 1);
}

/// nlohmann's message without its own prefix and position: "syntax error while parsing ...", "number overflow
/// parsing '1e400'".
std::string reason(const std::string& what) {
    for (const char* start : {"syntax error", "number overflow"})
        if (const std::size_t at = what.find(start); at != std::string::npos) return what.substr(at);
    return what;
}

/// Follows the parser and remembers the keys of each open object.
class DuplicateKeys {
public:
    explicit DuplicateKeys(const std::string& file) : file(file) {}

    bool operator()(int, json::parse_event_t event, json& parsed) {
        if (event == json::parse_event_t::object_start)
            open.emplace_back();
        else if (event == json::parse_event_t::object_end)
            open.pop_back();
        else if (event == json::parse_event_t::key && !open.back().insert(parsed.get<std::string>()).second)
            throw Error(file + ": key '" + parsed.get<std::string>() + "' appears twice: keep one");
        return true;
    }

private:
    std::string file;
    std::vector<std::set<std::string>> open;
};

} // namespace

nlohmann::json parse_document(const std::string& text, const std::string& file) {
    if (text.empty()) throw Error(file + ": the file is empty: a machine file is one JSON object");
    try {
        json document = json::parse(text, DuplicateKeys(file));
        if (!document.is_object())
            throw Error(file + ": a machine file is one JSON object: { \"summary\": ..., ... }");
        return document;
    } catch (const json::parse_error& error) {
        throw Error(file + ":" + position(text, error.byte) + ": not JSON: " + reason(error.what()));
    } catch (const json::out_of_range& error) {
        throw Error(file + ": " + reason(error.what()) + ": give a smaller number");
    }
}

std::string read_text_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (!file.is_open() || file.bad())
        throw Error("machine file '" + path + "' cannot be read: " + std::strerror(errno));
    return text;
}

} // namespace autoconfig
