// Values as Halide simplifies them, in reasonable time.
#pragma once

#include <Halide.h>

namespace autoconfig::extraction {

/// simplify() goes through what is there several times as often, which are more times than anybody can wait
/// for in a sorting network: where they are many, parts are named first, and simplified once.
Halide::Expr simplified(const Halide::Expr& value);

} // namespace autoconfig::extraction
