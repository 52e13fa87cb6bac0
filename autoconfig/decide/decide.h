// Chooses a configuration: enumerate the space, cost each, order totally; on request, say what would flip it.
#pragma once

#include "autoconfig/decide/decision.h"

#include <optional>

namespace autoconfig {

/// Windows are clipped where no larger share of their steps is left: cutting loops short takes longer than a
/// few products.
constexpr double most_kept_when_clipped = 0.95;

/// The problem as it is; where rows of its tiles are short, with rows along a longer M loop; where A is
/// padded with zeros, without what reads them, if that is a share worth the shorter loops.
std::vector<Problem> in_all_ways(const Problem& problem);

/// The best of these. Deterministic; never fails: the space always holds one configuration that is valid.
/// Costs carry no words. Where an accuracy is stated, the space is what keeps to it, which may be nothing.
Decision decide(const Problem& problem, const Machine& machine, const Accuracy& accuracy = {});

/// The same for reports: terms with their formulas, and what would flip the choice, the first of the ranked
/// by cycles. It takes longer than the choice.
Decision explained(Decision decision);

/// The winner alone, in the problem's own way, its terms without words; nothing where the space is
/// empty.
std::optional<Candidate> best(const Problem& problem, const Machine& machine, const Accuracy& accuracy = {});

/// The least error bound of any configuration; infinite where there is none.
double least_error_bound(const Problem& problem, const Machine& machine, ErrorBound bound);

} // namespace autoconfig
