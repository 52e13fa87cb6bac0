// A measurement in words and as JSON.
#include "autoconfig/cli/measurement.h"

#include "autoconfig/error.h"

#include <fmt/core.h>

namespace autoconfig::cli {

namespace {

std::string time_text(const Measured& measured) {
    constexpr double microseconds = 1e6;
    if (!measured.failure.empty()) return measured.failure;
    return fmt::format("{:.4g} us, predicted {:.4g} us", measured.seconds * microseconds,
                       measured.predicted_s * microseconds);
}

} // namespace

const Measured& fastest(const Measurement& measurement) {
    const Measured* best = nullptr;
    for (const Measured& measured : measurement)
        if (measured.failure.empty() && (!best || measured.seconds < best->seconds)) best = &measured;
    if (best) return *best;
    throw Error(fmt::format("--measure: no configuration could be timed: {}; build without --measure",
                            measurement.empty() ? "there is none" : measurement.front().failure));
}

std::string to_text(const Measurement& measurement) {
    const std::string& kept = fastest(measurement).config;
    std::string text =
        fmt::format("measured on this machine, the best {} by the model:\n", measurement.size());
    for (const Measured& measured : measurement)
        text += fmt::format("  {}: {}{}\n", measured.config, time_text(measured),
                            measured.config == kept ? ", kept" : "");
    return text;
}

nlohmann::json to_json(const Measurement& measurement) {
    nlohmann::json configs = nlohmann::json::array();
    for (const Measured& measured : measurement) {
        configs.push_back({{"config", measured.config}, {"predicted_seconds", measured.predicted_s}});
        if (measured.failure.empty())
            configs.back()["seconds"] = measured.seconds;
        else
            configs.back()["failure"] = measured.failure;
    }
    return {{"kept", fastest(measurement).config}, {"configs", configs}};
}

} // namespace autoconfig::cli
