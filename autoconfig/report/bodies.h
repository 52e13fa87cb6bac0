// The bodies of a contraction whose sizes are not bound, as text for people and JSON for programs.
#pragma once

#include "autoconfig/decide/result_place.h"

#include <nlohmann/json.hpp>

#include <string>

namespace autoconfig {

/// One row a body: the sizes it is for, its configuration and its tile, MR × NR. Empty where there is one
/// only.
std::string bodies_report(const ContractionPlan& plan);

/// [{"where", "config", "tile"}...]
nlohmann::ordered_json json_of_bodies(const ContractionPlan& plan);

} // namespace autoconfig
