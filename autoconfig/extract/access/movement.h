// How far the loops of a stage move an index, also where it is not affine: halves, clamps, remainders.
#pragma once

#include "autoconfig/extract/access/span.h"
#include "autoconfig/extract/stages.h"

#include <map>
#include <string>
#include <vector>

namespace autoconfig::extraction {

/// `index` as the pure `loops` move it while reduced loops run over their spans. A clamp counts as what is
/// clamped; a load as the range of its type where that has at most 16 bits; where the two sides of a choice
/// move differently, the one that is tagged likely() counts, or, where none is and the loops have `extents`,
/// all that either side leads to.
Movement movement(const Halide::Expr& index, const std::vector<std::string>& loops,
                  const std::map<std::string, Span>& reduced, const std::vector<std::int64_t>& extents = {});

} // namespace autoconfig::extraction
