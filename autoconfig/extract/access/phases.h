// Indices that go by quotients and remainders of a loop.
#pragma once

#include "autoconfig/extract/graph.h"
#include "autoconfig/extract/stages.h"

#include <cstddef>
#include <string>
#include <vector>

namespace autoconfig::extraction {

/// Iterations of a loop, of this number and name, after which all indices of a stage, whose `reads` these
/// are, have gone on by whole numbers; at most 4: Halide makes vectors along it in as many parts. 1 where
/// there are no quotients, or where they take longer.
int phases_along(std::size_t loop, const std::string& name, const Stage& stage,
                 const std::vector<Read>& reads);

} // namespace autoconfig::extraction
