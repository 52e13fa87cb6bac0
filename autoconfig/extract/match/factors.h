// Expressions as products, what they load, and the bodies of inlined Funcs.
#pragma once

#include "autoconfig/extract/graph.h"

#include <string>
#include <vector>

namespace autoconfig::extraction {

/// Factors of a product, in the order they are written, at least one: through conversions of products,
/// widening multiplications, and floating-point division by what loads nothing.
std::vector<Halide::Expr> split_factors(const Halide::Expr& expr);

/// Distinct loads of an expression that some loop moves.
std::vector<const Halide::Internal::Call*> moving_loads(const Halide::Expr& expr,
                                                        const std::vector<std::string>& loops);

/// Loops of `all` that an index of `load` does not use.
std::vector<std::string> other_loops(const Halide::Internal::Call* load, const std::vector<std::string>& all);

/// The Func of one value that update 0 of `reader` alone reads by `load`, so that its body could be there
/// instead, or nullptr; `load` may be none. Windows that slide along with the results share its elements, and
/// it stays what they are of.
const Node* written_out(const Halide::Internal::Call* load, const Node& reader, const Graph& graph);

/// What a Func of one value computes at a place.
Halide::Expr body_at(const Node& node, const std::vector<Halide::Expr>& place);

} // namespace autoconfig::extraction
