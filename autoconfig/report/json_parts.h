// Objects that several JSON reports hold, each in one form.
#pragma once

#include "autoconfig/decide/decision.h"

#include <nlohmann/json.hpp>

#include <vector>

namespace autoconfig::report {

/// {"name", "formula", "numbers", "cycles_per_step", "cycles", "overlapped", "binds", "elapsed"}.
nlohmann::ordered_json json_of(const Term& term);
/// The list of them.
nlohmann::ordered_json json_of(const std::vector<Term>& terms);

/// [{"what", "reason"}...].
nlohmann::ordered_json json_of(const std::vector<Refusal>& refused);

/// [{"change", "winner"}...].
nlohmann::ordered_json json_of(const std::vector<Flip>& flips);

} // namespace autoconfig::report
