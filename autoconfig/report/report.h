// A Decision as text for people and as JSON for programs. Both are pure functions of the Decision: every
// cost in them was put there by the model.
#pragma once

#include "autoconfig/decide/decision.h"

#include <nlohmann/json.hpp>

#include <string>

namespace autoconfig {

/// The report of one contraction; see README for a real one. UTF-8, at most 110 columns, no colour. Ends
/// with a newline.
std::string text_report(const Decision& decision);

/// {"problem": {...}, "machine": {...}, "decision": {...}, "terms": [...], "times": [...], "registers":
/// {...},
///  "losers": [...], "refused": [...], "flips": [...], "not_modelled": [...], "space": [...]}
/// in this order. Numbers are plain; the unit is in the key ("cycles", "bytes", "ms"), fractions are of 1.
nlohmann::ordered_json json_report(const Decision& decision);

} // namespace autoconfig
