// See memory.h.
#include "autoconfig/report/memory.h"

#include "autoconfig/report/format.h"
#include "autoconfig/report/layout.h"

#include <algorithm>
#include <cstdint>

namespace autoconfig {

namespace {

constexpr std::size_t most_rows = 6;

std::string size(double bytes) { return report::bytes(static_cast<std::int64_t>(bytes)); }

std::vector<Storage> largest_first(std::vector<Storage> storage) {
    std::stable_sort(storage.begin(), storage.end(),
                     [](const Storage& a, const Storage& b) { return a.bytes > b.bytes; });
    return storage;
}

} // namespace

std::string memory_report(const Plan& plan) {
    if (plan.storage.empty()) return "";
    std::vector<report::Lines> rows;
    for (const Storage& one : largest_first(plan.storage)) {
        if (rows.size() == most_rows) break;
        rows.push_back({one.func, one.where, size(one.bytes)});
    }
    const std::size_t others = plan.storage.size() - rows.size();
    std::string text =
        "memory  " + size(plan.peak_bytes) + " at most, at the estimates\n" +
        report::table(rows, {report::Column::Text, report::Column::Text, report::Column::Number}, 2);
    if (others > 0) text += "  and " + std::to_string(others) + " smaller\n";
    return text + "\n";
}

nlohmann::ordered_json json_of_memory(const Plan& plan) {
    nlohmann::ordered_json stored = nlohmann::ordered_json::array();
    for (const Storage& one : plan.storage)
        stored.push_back(
            {{"func", one.func}, {"added", one.added}, {"where", one.where}, {"bytes", one.bytes}});
    return {{"peak_bytes", plan.peak_bytes}, {"stored", stored}};
}

} // namespace autoconfig
