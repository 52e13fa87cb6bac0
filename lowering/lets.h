// Names that let statements give to expressions.
#pragma once

#include <Halide.h>

#include <string>
#include <utility>
#include <vector>

namespace autoconfig::lowering {

/// From outside in.
using Lets = std::vector<std::pair<std::string, Halide::Expr>>;

/// `Base`, a visitor or a mutator, with the let statements around where it is.
template<typename Base>
class WithLets : public Base {
protected:
    Lets lets_;

    using Base::visit;
    auto visit(const Halide::Internal::LetStmt* let) -> decltype(Base::visit(let)) override {
        struct Within {
            Lets& lets;
            ~Within() { lets.pop_back(); }
        };
        lets_.emplace_back(let->name, let->value);
        const Within within{lets_};
        return Base::visit(let);
    }
};

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
