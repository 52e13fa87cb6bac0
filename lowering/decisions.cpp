// See decisions.h.
#include "lowering/decisions.h"

#include "lowering/residue.h"

namespace autoconfig::lowering {

namespace {

using namespace Halide::Internal;
using Halide::Expr;

template<typename Operation>
std::optional<std::int64_t> constant_operand(const Operation* operation) {
    if (!operation) return std::nullopt;
    const auto constant = as_const_int(operation->b);
    return constant ? std::optional<std::int64_t>(*constant) : std::nullopt;
}

class PartsOfCondition : public IRMutator {
public:
    PartsOfCondition(const Behind& behind, const Holds& holds) : behind_(behind), holds_(holds) {}

private:
    const Behind& behind_;
    const Holds& holds_;

    using IRMutator::visit;
    Expr visit(const EQ* equality) override {
        const auto holds = holds_(*equality);
        return holds ? make_bool(*holds) : Expr(equality);
    }
    Expr visit(const NE* difference) override {
        const Expr equality = difference->a == difference->b, left = mutate(equality);
        return left.same_as(equality) ? Expr(difference) : !left;
    }
    Expr visit(const Variable* variable) override {
        if (!variable->type.is_bool()) return variable;
        const Expr named = behind_(variable), left = named.same_as(variable) ? named : mutate(named);
        return left.same_as(named) ? Expr(variable) : left;
    }
    // Halide's code for conditions that may be computed ahead.
    Expr visit(const Call* call) override {
        const Expr mutated = IRMutator::visit(call);
        const Call* changed = mutated.same_as(call) || !call->type.is_bool() ? nullptr : mutated.as<Call>();
        if (!changed) return mutated;
        if (call->is_intrinsic(Call::bitwise_and)) return changed->args[0] && changed->args[1];
        if (call->is_intrinsic(Call::bitwise_or)) return changed->args[0] || changed->args[1];
        if (call->is_intrinsic(Call::bitwise_not)) return !changed->args[0];
        return mutated;
    }
};

} // namespace

std::optional<Equality> Equality::of(const Expr& condition) {
    const EQ* equality = condition.as<EQ>();
    const auto k = constant_operand(equality);
    if (!k || !equality->type.is_scalar() || !equality->a.type().is_int()) return std::nullopt;
    const Mod* remainder = equality->a.as<Mod>();
    const auto divisor = constant_operand(remainder);
    if (!divisor || *divisor <= 0 || *k < 0 || *k >= *divisor) return Equality{equality->a, *k, 0};
    const Residue residue(remainder->a, *divisor);
    return Equality{residue.rest(), ((*k - residue.constant()) % *divisor + *divisor) % *divisor, *divisor};
}

Expr Equality::condition() const {
    const Expr side = divisor ? a % make_const(a.type(), divisor) : a;
    return side == make_const(a.type(), k);
}

std::optional<std::int64_t> Decision::leaves(const Expr& rest, std::int64_t divisor) const {
    const bool same = equality.divisor == divisor && equal(rest, equality.a);
    if (!same || !(holds || divisor == 2)) return std::nullopt;
    return holds ? equality.k : 1 - equality.k;
}

std::optional<bool> Decision::says(const Equality& other) const {
    if (other.divisor != equality.divisor || !equal(other.a, equality.a)) return std::nullopt;
    if (other.k == equality.k) return holds;
    if (holds) return false;
    return equality.divisor == 2 ? std::optional(true) : std::nullopt;
}

Expr decided(const Expr& condition, const Behind& behind, const Holds& holds) {
    const Expr left = PartsOfCondition(behind, holds).mutate(condition);
    return left.same_as(condition) ? condition : simplify(left);
}

} // namespace autoconfig::lowering
