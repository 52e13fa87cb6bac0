// See term.h.
#include "tests/fuzz/term.h"

#include <algorithm>
#include <cmath>

namespace autoconfig::fuzz {

namespace {

std::string infix(const Term& a, const char* op, const Term& b) {
    return "(" + a.text + " " + op + " " + b.text + ")";
}

std::string call(const std::string& function, const Terms& arguments) {
    return function + "(" + list_of(arguments) + ")";
}

std::string cast_text(Halide::Type type, const Term& a) {
    return "cast(" + text_of(type) + ", " + a.text + ")";
}

/// Integers of fewer than 32 bits wrap around, whatever the operands are.
double within(const Halide::Type& type, double most) {
    if (type.is_float() || type.bits() >= 32) return most;
    return std::min(most, std::pow(2.0, type.bits()));
}

Term wrapped(const Halide::Expr& expr, const std::string& text, double most) {
    return {expr, text, within(expr.type(), most)};
}

} // namespace

Term constant(int value) {
    return {Halide::Expr(value), std::to_string(value), std::abs(static_cast<double>(value))};
}

Term like(const Term& other, int value) {
    Term same = cast(other.expr.type(), constant(value));
    same.most = std::abs(static_cast<double>(value));
    return same;
}

Term operator+(const Term& a, const Term& b) {
    return wrapped(a.expr + b.expr, infix(a, "+", b), a.most + b.most);
}
Term operator-(const Term& a, const Term& b) {
    const bool wraps = a.expr.type().is_uint();
    return wrapped(a.expr - b.expr, infix(a, "-", b), wraps ? 1e9 : a.most + b.most);
}
Term operator*(const Term& a, const Term& b) {
    return wrapped(a.expr * b.expr, infix(a, "*", b), a.most * b.most);
}
Term operator/(const Term& a, const Term& b) { return {a.expr / b.expr, infix(a, "/", b), a.most + 1}; }
Term operator%(const Term& a, const Term& b) {
    return {a.expr % b.expr, infix(a, "%", b), std::min(a.most, b.most)};
}
Term operator<(const Term& a, const Term& b) { return {a.expr < b.expr, infix(a, "<", b), 1}; }
Term operator==(const Term& a, const Term& b) { return {a.expr == b.expr, infix(a, "==", b), 1}; }

Term min(const Term& a, const Term& b) {
    return {Halide::min(a.expr, b.expr), call("min", {a, b}), std::max(a.most, b.most)};
}
Term max(const Term& a, const Term& b) {
    return {Halide::max(a.expr, b.expr), call("max", {a, b}), std::max(a.most, b.most)};
}
Term select(const Term& condition, const Term& then, const Term& otherwise) {
    return {Halide::select(condition.expr, then.expr, otherwise.expr),
            call("select", {condition, then, otherwise}), std::max(then.most, otherwise.most)};
}
Term clamp(const Term& a, const Term& low, const Term& high) {
    return {Halide::clamp(a.expr, low.expr, high.expr), call("clamp", {a, low, high}),
            std::max(low.most, high.most)};
}

Term cast(Halide::Type type, const Term& a) {
    const Halide::Type from = a.expr.type();
    if (type == from) return a;
    if (type.is_bool()) {
        const Term whole = cast(Halide::Int(32), a);
        return whole % like(whole, 2) == like(whole, 1);
    }
    if (from.is_bool() && type != Halide::Int(32)) return cast(type, cast(Halide::Int(32), a));
    if (type.is_float() && type.bits() == 16) {
        const Term held = limited(from.is_float() ? a : cast(Halide::Int(32), a),
                                  128); // 8 bits of a bfloat16's significand
        return {Halide::cast(type, held.expr), cast_text(type, held), std::min(held.most, 255.0)};
    }
    if (from.is_float() && from.bits() == 16 && type != Halide::Float(32))
        return cast(type, cast(Halide::Float(32), a));
    // What a narrow type does not hold of a float would become anything, also by way of a wider integer.
    const Halide::Expr simple = Halide::Internal::simplify(a.expr);
    const auto* before = simple.as<Halide::Internal::Cast>();
    const bool of_float = from.is_float() || (before && before->value.type().is_float());
    if (of_float && !type.is_float() && type.bits() < 32) {
        Term anything = cast(Halide::Int(32), a);
        anything.most = 1e9;
        const Term held = limited(anything, type.bits() == 8 ? 128 : 16384);
        return {Halide::cast(type, held.expr), cast_text(type, held), held.most};
    }
    const bool holds_all = type.is_int_or_uint() && type.bits() >= from.bits();
    if (from.is_int_or_uint() && from.bits() >= 32 && a.most > 1 << 24 && !holds_all)
        return cast(type, a % like(a, 1 << 20));
    if (from.is_float() && type.is_uint()) return cast(type, cast(Halide::Int(32), a));
    const bool wraps = type.is_uint() && !from.is_uint();
    return wrapped(Halide::cast(type, a.expr), cast_text(type, a), wraps ? 1e9 : a.most);
}

Term operator&(const Term& a, const Term& b) { return {a.expr & b.expr, infix(a, "&", b), 1e9}; }
Term operator|(const Term& a, const Term& b) { return {a.expr | b.expr, infix(a, "|", b), 1e9}; }
Term operator^(const Term& a, const Term& b) { return {a.expr ^ b.expr, infix(a, "^", b), 1e9}; }
Term operator<<(const Term& a, const Term& b) { return {a.expr << b.expr, infix(a, "<<", b), 1e9}; }
Term operator>>(const Term& a, const Term& b) { return {a.expr >> b.expr, infix(a, ">>", b), a.most}; }

Term limited(const Term& a, int most) {
    const Halide::Type type = a.expr.type();
    if (a.most <= most || (!type.is_float() && type.bits() < 32)) return a;
    const Term whole = cast(Halide::Int(32), a);
    return cast(type, whole % constant(most));
}

std::string text_of(Halide::Type type) {
    const char* code = type.is_bfloat()  ? "BFloat"
                       : type.is_float() ? "Float"
                       : type.is_uint()  ? "UInt"
                                         : "Int";
    return code + ("(" + std::to_string(type.bits()) + ")");
}

std::string list_of(const Terms& terms) {
    std::string list;
    for (const Term& term : terms) list += (list.empty() ? "" : ", ") + term.text;
    return list;
}

std::vector<Halide::Expr> exprs_of(const Terms& terms) {
    std::vector<Halide::Expr> exprs;
    for (const Term& term : terms) exprs.push_back(term.expr);
    return exprs;
}

} // namespace autoconfig::fuzz
