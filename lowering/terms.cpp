// See terms.h.
#include "lowering/terms.h"

namespace autoconfig::lowering {

using namespace Halide::Internal;
using Halide::Expr;

Terms::Terms(const Expr& sum) { add(sum, 1); }

Terms Terms::minus(const Terms& other) const {
    Terms difference = *this;
    difference.add_all(other, -1);
    return difference;
}

Terms Terms::spelled_out(const Lets& lets, std::size_t most) const {
    Terms terms = *this;
    for (auto let = lets.rbegin(); let != lets.rend() && terms.factors.size() > most; ++let) {
        Terms spelled;
        spelled.constant = terms.constant;
        for (const auto& [term, factor] : terms.factors)
            spelled.add(substitute(let->first, let->second, term), factor);
        terms = spelled;
    }
    return terms;
}

void Terms::add(const Expr& sum, std::int64_t factor) {
    if (const auto number = as_const_int(sum)) {
        constant += factor * *number;
    } else if (const Add* both = sum.as<Add>()) {
        add(both->a, factor);
        add(both->b, factor);
    } else if (const Sub* difference = sum.as<Sub>()) {
        add(difference->a, factor);
        add(difference->b, -factor);
    } else if (const Mul* product = sum.as<Mul>()) {
        add_product(Terms(product->a), Terms(product->b), factor);
    } else {
        add_term(sum, factor);
    }
}

void Terms::add_product(const Terms& a, const Terms& b, std::int64_t factor) {
    add_all(a, b.constant * factor);
    add_all(b, a.constant * factor);
    constant -= a.constant * b.constant * factor; // both have added it
    for (const auto& [one, of_one] : a.factors)
        for (const auto& [other, of_other] : b.factors) {
            const bool in_order = !IRDeepCompare()(other, one);
            add_term(in_order ? one * other : other * one, of_one * of_other * factor);
        }
}

void Terms::add_all(const Terms& other, std::int64_t factor) {
    constant += other.constant * factor;
    for (const auto& [term, of_term] : other.factors) add_term(term, of_term * factor);
}

void Terms::add_term(const Expr& term, std::int64_t factor) {
    const std::int64_t sum = factors[term] += factor;
    if (sum == 0) factors.erase(term);
}

} // namespace autoconfig::lowering
