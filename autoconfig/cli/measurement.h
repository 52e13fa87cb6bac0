// `build --measure K`: what the K best configurations by the model really take on this machine.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace autoconfig::cli {

/// One configuration, built and timed.
struct Measured {
    std::string config;     // its name
    double predicted_s = 0; // by the model
    double seconds = 0;     // a call, median; 0: it failed
    std::string failure;    // why there is no time; empty where there is
};

/// In the model's order; empty: nothing was measured.
using Measurement = std::vector<Measured>;

/// The first of the fastest. Error where none could be timed.
const Measured& fastest(const Measurement& measurement);

/// A heading, then a line each, the one that is kept marked.
std::string to_text(const Measurement& measurement);

/// {"kept", "configs": [{"config", "predicted_seconds", "seconds" or "failure"}]}.
nlohmann::json to_json(const Measurement& measurement);

} // namespace autoconfig::cli
