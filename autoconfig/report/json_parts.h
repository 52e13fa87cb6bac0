// Objects that several JSON reports hold, each in one form.
#pragma once

#include "autoconfig/decide/decision.h"

#include <nlohmann/json.hpp>

#include <vector>

namespace autoconfig::report {

/// {"name", "resource", "phase", "formula", "numbers", "cycles_per_step", "cycles", "overlapped", "elapsed"};
/// the numbers come to the cycles of a step where there are such, else to the cycles.
nlohmann::ordered_json json_of(const Term& term);
/// The list of them.
nlohmann::ordered_json json_of(const std::vector<Term>& terms);

/// How the terms add up: [{"phase", "formula", "numbers", "cycles"}...], the last for "threads" where there
/// are several.
nlohmann::ordered_json times_of(const Cost& cost);

/// [{"what", "reason"}...].
nlohmann::ordered_json json_of(const std::vector<Refusal>& refused);

/// [{"change", "winner"}...].
nlohmann::ordered_json json_of(const std::vector<Flip>& flips);

} // namespace autoconfig::report
