// Where loads and stores begin.
#pragma once

#include <Halide.h>

namespace autoconfig::lowering {

/// The first element, or the only one.
inline Halide::Expr first_of(const Halide::Expr& index) {
    const auto* ramp = index.as<Halide::Internal::Ramp>();
    return ramp ? ramp->base : index;
}

/// The same where all lie side by side; else undefined.
inline Halide::Expr first_of_row(const Halide::Expr& index) {
    const auto* ramp = index.as<Halide::Internal::Ramp>();
    const bool side_by_side = ramp ? Halide::Internal::is_const_one(ramp->stride) : index.type().is_scalar();
    return side_by_side ? first_of(index) : Halide::Expr();
}

} // namespace autoconfig::lowering
