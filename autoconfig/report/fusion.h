// Where the Funcs outside the contractions are computed, as text for people and JSON for programs.
#pragma once

#include "autoconfig/decide/fusion.h"

#include <nlohmann/json.hpp>

#include <string>

namespace autoconfig {

/// One section a group: its tile, terms, and every member's choice against its alternatives; then what is
/// inlined and what stays at root for a reason. At most 110 columns. Empty where there is nothing to say.
std::string text_report(const Fusion& fusion);

/// {"groups": [{"leader", "tile", "cycles", "ms", "terms", "funcs"}...], "choices": [{"func", "place", "at",
/// "reason", "places"}...]}.
nlohmann::ordered_json json_report(const Fusion& fusion);

} // namespace autoconfig
