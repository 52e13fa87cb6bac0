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
        value = Halide::Internal::graph_substitute(let->first, let->second, value);
    return value;
}

/// What the lets around a statement are for.
inline Halide::Internal::Stmt behind_lets(Halide::Internal::Stmt statement) {
    while (const auto* let = statement.as<Halide::Internal::LetStmt>()) statement = let->body;
    return statement;
}

} // namespace autoconfig::lowering
