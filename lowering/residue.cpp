// See residue.h.
#include "lowering/residue.h"

namespace autoconfig::lowering {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

Expr with_term(const Expr& sum, const Expr& term, std::int64_t times) {
    const Expr product = times == 1 ? term : term * make_const(term.type(), times);
    return is_const_zero(sum) ? product : sum + product;
}

std::int64_t floored(std::int64_t a, std::int64_t b) { return a >= 0 ? a / b : -((b - 1 - a) / b); }

} // namespace

Residue::Residue(const Expr& sum, std::int64_t divisor)
    : divisor_(divisor), multiples_(make_zero(sum.type())), rest_(make_zero(sum.type())) {
    add(simplify(sum), 1);
}

void Residue::add(const Expr& sum, std::int64_t times) {
    if (const Add* both = sum.as<Add>()) {
        add(both->a, times);
        add(both->b, times);
    } else if (const Sub* difference = sum.as<Sub>()) {
        add(difference->a, times);
        add(difference->b, -times);
    } else if (const auto number = as_const_int(sum)) {
        constant_ += times * *number;
    } else if (const Mul* product = sum.as<Mul>(); product && as_const_int(product->b)) {
        add(product->a, times * *as_const_int(product->b));
    } else if (times % divisor_ == 0) {
        multiples_ = with_term(multiples_, sum, times / divisor_);
    } else {
        rest_ = with_term(rest_, sum, times);
    }
}

Expr Residue::quotient(std::int64_t left) const {
    const auto number = [&](std::int64_t n) { return make_const(rest_.type(), n); };
    return simplify(multiples_ + (rest_ - number(left)) / number(divisor_) +
                    number(floored(left + constant_, divisor_)));
}

Expr Residue::remainder(std::int64_t left) const {
    const std::int64_t sum = left + constant_;
    return make_const(rest_.type(), sum - divisor_ * floored(sum, divisor_));
}

} // namespace autoconfig::lowering
