// Zeros around an operand that a window meets beyond its first and last rows, as those of a boundary
// condition: products with them can be left out of a sum.
#pragma once

#include "autoconfig/extract/access/regions.h"
#include "autoconfig/extract/match/build_problem.h"

#include <optional>

namespace autoconfig::extraction {

/// Of operand A, read by this side of the product, where an M loop and one over the window alone lead along a
/// dimension of it that is zero beyond some place, at the sizes that are known or expected. Not the loop that
/// rows of tiles run along.
std::optional<PaddedRows> padded_rows(const Problem& problem, const Side& a, const Found& found,
                                      const Regions& regions, const Graph& graph);

} // namespace autoconfig::extraction
