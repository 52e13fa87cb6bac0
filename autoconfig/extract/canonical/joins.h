// Which factors of a product of several operands belong together.
#pragma once

#include "autoconfig/extract/canonical/joined_operands.h"
#include "autoconfig/extract/graph.h"

#include <vector>

namespace autoconfig::extraction {

/// Of the only update of a Func of one value, where it adds a product of factors that pure loops lead to in
/// at least two ways, as x and y do in a(k, y) * w(k) * b(x, k): the operands of two that are no single load.
/// The one has the columns of the result, dimension 0, and what reduced loops alone lead to; the other one
/// the rest.
std::vector<JoinedOperands::Operand> joins_of(const Node& node);

} // namespace autoconfig::extraction
