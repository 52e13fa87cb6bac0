// The operands of several steps of a sum of products, as one vector.
#pragma once

#include <Halide.h>

#include <vector>

namespace autoconfig::lowering {

/// Vectors, one behind the other, where they are loaded from there, below casts that all have alike; else
/// undefined.
Halide::Expr one_after_another(const std::vector<Halide::Expr>& vectors);

/// The elements of vectors in turns: of what is loaded side by side, one load. A value in all lanes stays
/// one.
Halide::Expr in_turns(const std::vector<Halide::Expr>& vectors);

} // namespace autoconfig::lowering
