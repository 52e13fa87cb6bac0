// The choice of a convolution's algorithm, as text and as JSON.
#pragma once

#include "autoconfig/decide/algorithm.h"

#include <nlohmann/json.hpp>

#include <string>

namespace autoconfig {

/// Every algorithm with its cycles term by term, or why it is refused; then what would change the choice. In
/// the form of the other reports (report.h).
std::string text_report(const AlgorithmDecision& decision);

/// {"chosen", "error_bound", "ranked": [{"algorithm", "config", "cycles", "max_rel_error", "terms"}],
/// "refused", "flips"}; the terms are those that add up to the cycles.
nlohmann::ordered_json json_report(const AlgorithmDecision& decision);

} // namespace autoconfig
