// Sums, products and limits of sizes, and what is asked of them, as expressions and as source.
#include "schedules/extent.h"

namespace autoconfig {

namespace {

int number(std::int64_t value) { return static_cast<int>(value); }

std::string bracketed(const Extent& extent) {
    return extent.is_sum ? "(" + extent.source + ")" : extent.source;
}

} // namespace

Extent operator+(const Extent& a, std::int64_t b) {
    return {a.expr + number(b), a.source + " + " + std::to_string(b), true};
}

Extent operator-(const Extent& a, std::int64_t b) {
    return {a.expr - number(b), a.source + " - " + std::to_string(b), true};
}

Extent operator*(const Extent& a, std::int64_t b) {
    return {a.expr * number(b), bracketed(a) + " * " + std::to_string(b)};
}

Extent operator/(const Extent& a, std::int64_t b) {
    return {a.expr / number(b), bracketed(a) + " / " + std::to_string(b)};
}

Extent max(const Extent& a, std::int64_t b) {
    return {Halide::max(a.expr, number(b)), "::Halide::max(" + a.source + ", " + std::to_string(b) + ")"};
}

Extent min(const Extent& a, const Extent& b) {
    return {Halide::min(a.expr, b.expr), "::Halide::min(" + a.source + ", " + b.source + ")"};
}

Extent Extent::part(std::int64_t parts) const { return max(*this + (parts - 1), parts) / parts; }

void Condition::add(const Halide::Expr& one, const std::string& text) {
    expr = expr.defined() ? expr && one : one;
    source += (source.empty() ? "" : " && ") + text;
}

void Condition::add(const Condition& other) {
    if (other.expr.defined()) add(other.expr, other.source);
}

void Condition::add(const std::vector<Extent>& extents, std::int64_t least) {
    if (extents.size() == 1)
        return add(extents[0].expr >= static_cast<int>(least),
                   extents[0].source + " >= " + std::to_string(least));
    Halide::Expr product = Halide::cast<std::int64_t>(extents[0].expr);
    std::string text = "::Halide::cast<int64_t>(" + extents[0].source + ")";
    for (std::size_t i = 1; i < extents.size(); ++i) {
        product = product * Halide::cast<std::int64_t>(extents[i].expr);
        text += " * ::Halide::cast<int64_t>(" + extents[i].source + ")";
    }
    add(product >= Halide::Internal::make_const(Halide::Int(64), least),
        text + " >= ::Halide::Internal::make_const(::Halide::Int(64), " + std::to_string(least) + ")");
}

void Condition::add_equal(const Extent& size, int value) {
    add(size.expr == value, size.source + " == " + std::to_string(value));
}

} // namespace autoconfig
