// Steps of a reduction that are no multiply-adds: what is done to an element of each of two operands.
#pragma once

#include "autoconfig/extract/match/product.h"
#include "autoconfig/extract/match/update_form.h"

namespace autoconfig::extraction {

/// The two operands of what an update combines with its Func, whatever is done to them: the arithmetic that
/// only one of them takes part in is its factor, the rest is the step. Looks into inlined Funcs that nothing
/// else reads where the update does not read two itself (d(x, y, k) = A(k, y) - B(x, k), added as abs(d)).
/// Refused where it reads one or more than two, or computes with a loop that indexes neither.
Product find_pair(const Node& node, const CombinedTerm& combined, const Graph& graph);

} // namespace autoconfig::extraction
