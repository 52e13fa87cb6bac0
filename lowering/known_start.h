// Where vectors begin, as far as that is known when the code is compiled.
#pragma once

#include <Halide.h>

namespace autoconfig::lowering {

/// Do the lanes of a load, its index simplified, begin before its buffer? Whatever guards such a load,
/// Halide's code generator refuses it.
inline bool begins_before_the_buffer(const Halide::Expr& index) {
    using namespace Halide::Internal;
    const Ramp* row = index.as<Ramp>();
    if (!row) return false;
    const auto first = as_const_int(row->base);
    return first && *first < 0;
}

} // namespace autoconfig::lowering
