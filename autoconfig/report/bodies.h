// The bodies of a contraction whose sizes are not bound, as text for people and JSON for programs.
#pragma once

#include "autoconfig/decide/result_place.h"

#include <nlohmann/json.hpp>

#include <string>

namespace autoconfig {

/// One row a body, where there are several: the sizes it is for, its configuration and its tile, MR × NR.
/// Then from which sizes on threads share its loops, where sizes decide that.
std::string bodies_report(const ContractionPlan& plan);

/// "bodies": [{"where", "config", "tile"}...], and "threads_where": "y*x*k ≥ 393216" where sizes decide that.
void add_bodies(nlohmann::ordered_json& decision, const ContractionPlan& plan);

} // namespace autoconfig
