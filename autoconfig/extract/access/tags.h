// What boundary conditions and the like tell Halide about an expression.
#pragma once

#include <Halide.h>

namespace autoconfig::extraction {

/// likely() or likely_if_innermost().
bool is_likely(const Halide::Internal::Call* call);

/// A tag or a promise: its value is that of its first argument.
bool stands_for_argument(const Halide::Internal::Call* call);

/// Is there a side tagged likely() in this nest of smaller and larger ones?
bool is_tagged(const Halide::Expr& e);

/// Is anything in `index` tagged likely()?
bool has_tag(const Halide::Expr& index);

} // namespace autoconfig::extraction
