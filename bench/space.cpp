// Our own space of a shape, read from a report.
#include "bench/space.h"

#include "autoconfig/error.h"
#include "bench/files.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace autoconfig::bench {

std::vector<Prediction> read_space(const std::string& explain_path) {
    const std::string text = read_file(explain_path);
    std::vector<Prediction> space;
    try {
        const nlohmann::json decision = nlohmann::json::parse(text).at("targets").at(0).at("decisions").at(0);
        const double cycles_per_s = decision.at("machine").at("frequency_ghz").get<double>() * 1e9;
        for (const nlohmann::json& candidate : decision.at("space"))
            space.push_back({candidate.at("name").get<std::string>(),
                             candidate.at("cycles").get<double>() / cycles_per_s});
    } catch (const nlohmann::json::exception& error) {
        throw Error(
            fmt::format("{}: no space of configurations in this report: {}", explain_path, error.what()));
    }
    return space;
}

} // namespace autoconfig::bench
