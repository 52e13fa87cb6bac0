// Boundary conditions in lowered code.
#pragma once

#include <Halide.h>

namespace autoconfig::lowering {

/// A select of which one side is loaded, and the other one is not.
struct EdgeCondition {
    Halide::Expr outside; // a scalar condition; undefined where a select is something else
    Halide::Expr inside_value;

    static EdgeCondition of(const Halide::Internal::Select& select);
};

} // namespace autoconfig::lowering
