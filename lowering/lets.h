// Names that let statements give to expressions.
#pragma once

#include <Halide.h>

#include <string>
#include <utility>
#include <vector>

namespace autoconfig::lowering {

/// From outside in.
using Lets = std::vector<std::pair<std::string, Halide::Expr>>;

/// The value by what is defined outside of all of them.
inline Halide::Expr spelled_out(Halide::Expr value, const Lets& lets) {
    for (auto let = lets.rbegin(); let != lets.rend(); ++let)
        value = Halide::Internal::substitute(let->first, let->second, value);
    return value;
}

} // namespace autoconfig::lowering
