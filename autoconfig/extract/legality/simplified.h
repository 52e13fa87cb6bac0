// Values as Halide simplifies them, in reasonable time.
#pragma once

#include <Halide.h>

namespace autoconfig::extraction {

/// Parts that are there several times are simplified once, as names for them: simplify() alone goes through
/// each as often as it is there, which of a sorting network are more times than anybody can wait for.
inline Halide::Expr simplified(const Halide::Expr& value) {
    return Halide::Internal::simplify(Halide::Internal::common_subexpression_elimination(value));
}

} // namespace autoconfig::extraction
