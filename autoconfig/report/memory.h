// What a plan stores, as text for people and JSON for programs.
#pragma once

#include "autoconfig/decide/plan.h"

#include <nlohmann/json.hpp>

#include <string>

namespace autoconfig {

/// The peak and what takes most of it. Empty where nothing is stored.
std::string memory_report(const Plan& plan);

/// {"peak_bytes", "stored": [{"func", "added", "where", "bytes"}...]}
nlohmann::ordered_json json_of_memory(const Plan& plan);

} // namespace autoconfig
