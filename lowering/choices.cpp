// See choices.h.
#include "lowering/choices.h"

#include "lowering/invariant.h"

#include <set>

namespace autoconfig::lowering {

using namespace Halide::Internal;
using Halide::Expr;

std::optional<Equality> Choices::of(const EQ& condition) const {
    const auto equality = Equality::of(spelled(EQ::make(behind(condition.a), condition.b)));
    return equality && is_from_outside(equality->a) ? equality : std::nullopt;
}

std::optional<Residue> Choices::of(const Expr& divided, std::int64_t divisor) const {
    if (!divided.type().is_scalar() || !divided.type().is_int()) return std::nullopt;
    const Residue residue(spelled(divided), divisor);
    const bool known = !is_const_zero(residue.rest()) && is_from_outside(residue.rest());
    return known ? std::optional<Residue>(residue) : std::nullopt;
}

Expr Choices::left_of(const Select& select, const Holds& holds) const {
    if (!select.type.is_vector()) return select.condition;
    return decided(
        select.condition, [&](const Expr& name) { return behind(name); }, holds);
}

Expr Choices::spelled(const Expr& expr) const {
    return spelled_out(expr, {inside_.begin() + 1, inside_.end()});
}

bool Choices::is_from_outside(const Expr& expr) const {
    std::set<std::string> inside;
    for (const auto& let : inside_) inside.insert(let.first);
    return is_invariant(expr, inside);
}

} // namespace autoconfig::lowering
