// Recognises minimal filtering (Winograd) by its structure: what makes operand A of a batched contraction,
// and what makes the output of its result.
#pragma once

#include "autoconfig/extract/match/build_problem.h"

#include <optional>

namespace autoconfig::extraction {

/// Nothing unless operand A is a pure Func of the contraction's alone, over the batch loops, and the result
/// is taken up by pure Funcs one after the other up to one that reads it at x/m and x%m, y/m and y%m.
std::optional<Transforms> find_transforms(const Found& found, const Problem& problem, const Graph& graph,
                                          const Regions& regions);

} // namespace autoconfig::extraction
