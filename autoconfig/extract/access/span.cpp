// Interval arithmetic on index expressions.
#include "autoconfig/extract/access/span.h"

#include "autoconfig/extract/access/scattered.h"
#include "autoconfig/extract/access/tags.h"

#include <algorithm>

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

using Loops = std::map<std::string, Span>;
using Result = std::optional<Span>;

/// Beyond any index Halide can form; keeps products within 64 bits.
constexpr std::int64_t limit = std::int64_t(1) << 31;

Result checked(const Span& s) {
    const bool fits = s.min >= -limit && s.max <= limit && s.min <= s.max;
    return fits ? Result(s) : std::nullopt;
}

template<typename Combine>
Result both(const Expr& a, const Expr& b, const Loops& loops, Combine combine) {
    const Result x = span(a, loops), y = span(b, loops);
    if (!x || !y) return std::nullopt;
    const auto [min, max] = combine(*x, *y);
    return checked({min, max, weaker(x->source, y->source)});
}

using Ends = std::pair<std::int64_t, std::int64_t>;

Ends product(const Span& x, const Span& y) {
    return std::minmax({x.min * y.min, x.min * y.max, x.max * y.min, x.max * y.max});
}

std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a / b - (a % b != 0 && a < 0 ? 1 : 0); }

Result divided(const Expr& a, const Expr& b, const Loops& loops) {
    const Result x = span(a, loops), y = span(b, loops);
    if (!x || !y || y->min != y->max || y->min <= 0) return std::nullopt;
    return Span{floor_div(x->min, y->min), floor_div(x->max, y->min), weaker(x->source, y->source)};
}

/// At most; Halide may know better.
Span within(const Span& s) { return {s.min, s.max, weaker(s.source, ExtentSource::AtMost)}; }

Result modulo(const Expr& a, const Expr& b, const Loops& loops) {
    const Result x = span(a, loops), y = span(b, loops);
    if (!y || y->min != y->max || y->min <= 0) return std::nullopt;
    if (x && x->min >= 0 && x->max < y->min) return x;
    const bool whole_period = x && a.as<Variable>() != nullptr && x->max - x->min + 1 >= y->min;
    if (whole_period) return Span{0, y->min - 1, weaker(x->source, y->source)};
    return within({0, y->min - 1, y->source});
}

/// Integers that do not fit the type wrap around.
Result converted(const Expr& value, const Halide::Type& type, const Loops& loops) {
    const Result x = span(value, loops);
    const bool narrow = (type.is_int() || type.is_uint()) && type.bits() < 32;
    if (!narrow || (x && type.can_represent(x->min) && type.can_represent(x->max))) return x;
    const auto least = number(type.min()), most = number(type.max());
    return within({least->value, most->value, ExtentSource::Bound});
}

/// Any of what a mux() chooses from.
Result chosen_by_mux(const Call* mux, const Loops& loops) {
    Result all = span(mux->args[1], loops);
    for (std::size_t i = 2; all && i < mux->args.size(); i++) {
        const Result one = span(mux->args[i], loops);
        all = one ? Result(hull(*all, *one)) : std::nullopt;
    }
    return all;
}

/// Tags such as likely() stand for their argument.
Result called(const Call* call, const Loops& loops) {
    if (call->is_intrinsic(Call::mux)) return chosen_by_mux(call, loops);
    return stands_for_argument(call) ? span(call->args[0], loops) : span_of(call->type);
}

Result interval(const Expr& e, const Loops& loops);

/// Data that nothing else bounds may be anything.
Result or_anything(const Expr& e, const Loops& loops) {
    const Result known = interval(e, loops);
    return !known && is_irregular(e) ? Span{-limit, limit, ExtentSource::Estimate} : known;
}

/// The smaller or larger of two, one of which may hold the other.
template<typename Choose>
Result chosen(const Expr& a, const Expr& b, const Loops& loops, Choose choose) {
    const Result x = or_anything(a, loops), y = or_anything(b, loops);
    if (!x || !y) return std::nullopt;
    return Span{choose(x->min, y->min), choose(x->max, y->max), weaker(x->source, y->source)};
}

Result leaf(const Expr& e, const Loops& loops) {
    if (const auto* variable = e.as<Variable>())
        if (const auto loop = loops.find(variable->name); loop != loops.end()) return loop->second;
    const auto known = number(e);
    return known ? checked({known->value, known->value, known->source}) : std::nullopt;
}

} // namespace

Span hull(const Span& a, const Span& b) {
    return {std::min(a.min, b.min), std::max(a.max, b.max), weaker(a.source, b.source)};
}

std::optional<Span> span_of(Halide::Type type) {
    if (type.is_float() || type.bits() > 16) return std::nullopt;
    const std::int64_t top = std::int64_t(1) << (type.is_uint() ? type.bits() : type.bits() - 1);
    return Span{type.is_uint() ? 0 : -top, top - 1, ExtentSource::Estimate};
}

namespace {

/// Open ends are those of `limit`.
Result interval(const Expr& e, const Loops& loops) {
    if (const auto* op = e.as<Add>())
        return both(op->a, op->b, loops, [](auto& x, auto& y) { return Ends(x.min + y.min, x.max + y.max); });
    if (const auto* op = e.as<Sub>())
        return both(op->a, op->b, loops, [](auto& x, auto& y) { return Ends(x.min - y.max, x.max - y.min); });
    if (const auto* op = e.as<Mul>()) return both(op->a, op->b, loops, product);
    using Ints = const std::int64_t&;
    if (const auto* op = e.as<Min>())
        return chosen(op->a, op->b, loops, [](Ints x, Ints y) { return std::min(x, y); });
    if (const auto* op = e.as<Max>())
        return chosen(op->a, op->b, loops, [](Ints x, Ints y) { return std::max(x, y); });
    if (const auto* op = e.as<Select>())
        return both(op->true_value, op->false_value, loops,
                    [](auto& x, auto& y) { return Ends(std::min(x.min, y.min), std::max(x.max, y.max)); });
    if (const auto* op = e.as<Div>()) return divided(op->a, op->b, loops);
    if (const auto* op = e.as<Mod>()) return modulo(op->a, op->b, loops);
    if (const auto* op = e.as<Cast>()) return converted(op->value, op->type, loops);
    if (const auto* op = e.as<Call>()) return called(op, loops);
    return leaf(e, loops);
}

} // namespace

std::optional<Span> span(const Expr& e, const Loops& loops) {
    const Result result = interval(e, loops);
    const bool open = result && (result->min <= -limit || result->max >= limit);
    return open ? std::nullopt : result;
}

} // namespace autoconfig::extraction
