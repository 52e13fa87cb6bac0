// Which operands of a product lie at places that follow no rule.
#pragma once

#include "autoconfig/extract/canonical/gathered_operands.h"
#include "autoconfig/extract/graph.h"

#include <vector>

namespace autoconfig::extraction {

/// Indices of what update 0 loads that depend on data, or are quotients or remainders of what is known at run
/// time only, where one pure loop alone leads to them, and that loop moves no other index of the load but
/// itself.
std::vector<GatheredOperands::Gather> gathers_of(const Node& node);

} // namespace autoconfig::extraction
