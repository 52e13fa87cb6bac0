// Expressions as products, and the bodies of inlined Funcs.
#pragma once

#include "autoconfig/extract/graph.h"

#include <vector>

namespace autoconfig::extraction {

/// Factors of a product, in the order they are written, at least one: through conversions of products,
/// widening multiplications, and floating-point division by what loads nothing.
std::vector<Halide::Expr> split_factors(const Halide::Expr& expr);

/// What a Func of one value computes at a place.
Halide::Expr body_at(const Node& node, const std::vector<Halide::Expr>& place);

} // namespace autoconfig::extraction
