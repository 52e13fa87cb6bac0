// Names that let statements give to expressions.
#pragma once

#include <Halide.h>

#include <algorithm>
#include <iterator>
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

/// What a name stands for that one of the lets gives, the inner ones first; anything else is itself.
inline Halide::Expr behind_name(const Halide::Expr& expr, const Lets& inside, const Lets& outside) {
    const auto* variable = expr.as<Halide::Internal::Variable>();
    if (!variable) return expr;
    for (const Lets* lets : {&inside, &outside})
        for (auto let = lets->rbegin(); let != lets->rend(); ++let)
            if (let->first == variable->name && let->second.defined()) return let->second;
    return expr;
}

/// The value by what is defined outside of all of them.
inline Halide::Expr spelled_out(Halide::Expr value, const Lets& lets) {
    for (auto let = lets.rbegin(); let != lets.rend(); ++let)
        value = Halide::Internal::graph_substitute(let->first, let->second, value);
    return value;
}

/// Of these, those of vectors.
inline Lets of_vectors(const Lets& lets) {
    Lets vectors;
    std::copy_if(lets.begin(), lets.end(), std::back_inserter(vectors),
                 [](const auto& let) { return let.second.type().is_vector(); });
    return vectors;
}

/// What the lets around a statement are for.
inline Halide::Internal::Stmt behind_lets(Halide::Internal::Stmt statement) {
    while (const auto* let = statement.as<Halide::Internal::LetStmt>()) statement = let->body;
    return statement;
}

} // namespace autoconfig::lowering
