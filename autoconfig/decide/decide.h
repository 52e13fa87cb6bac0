// Chooses a configuration: enumerate the space, cost each, order totally; on request, say what would flip it.
#pragma once

#include "autoconfig/decide/decision.h"

#include <optional>

namespace autoconfig {

/// Deterministic; never fails: the space always holds one configuration that is valid. Costs carry no words.
Decision decide(const Problem& problem, const Machine& machine);

/// The same for reports: terms with their formulas, and what would flip the choice, the first of the ranked
/// by cycles. It takes longer than the choice.
Decision explained(Decision decision);

/// decide()'s winner alone, its terms without words; nothing where the space is empty.
std::optional<Candidate> best(const Problem& problem, const Machine& machine);

} // namespace autoconfig
