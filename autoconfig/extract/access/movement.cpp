// Abstract interpretation of an index: slopes and a range.
#include "autoconfig/extract/access/movement.h"

#include "autoconfig/extract/access/affine.h"
#include "autoconfig/extract/access/scattered.h"
#include "autoconfig/extract/access/steady.h"
#include "autoconfig/extract/access/tags.h"
#include "autoconfig/extract/legality/shared_index.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

class Mover {
    const std::vector<std::string>& loops;
    const std::map<std::string, Span>& reduced;
    const std::vector<std::int64_t>& extents; // of the loops, or empty
    const int depth;                          // Funcs whose values are looked into already
    mutable std::map<const IRNode*, Movement> memo;
    mutable std::vector<bool> anywhere; // loops that lead to either of two places

    /// `placed`: also at run time.
    Movement range(double low, double high, bool placed = true) const {
        Movement result{std::vector<double>(loops.size(), 0), low, high, true, true, placed, placed};
        result.by_estimate = !placed;
        return result;
    }
    Movement constant(double value, bool placed) const {
        Movement result = range(value, value, placed);
        result.exact = true;
        return result;
    }
    Movement unknown() const {
        return {std::vector<double>(loops.size(), 0), 0, 0, false, false, false, false};
    }
    static bool is_floored(const Movement& m) { return m.floored || m.still(); }
    static bool is_capped(const Movement& m) { return m.capped || m.still(); }
    static bool is_constant(const Movement& m) { return m.known && m.still() && m.low == m.high && m.exact; }
    static Movement estimated(Movement m) {
        m.placed = false;
        m.by_estimate = true;
        return m;
    }
    /// Less may be read than moves.
    static Movement cut(Movement m) {
        m.exact = m.placed = false;
        return m;
    }

    Movement sum(const Movement& a, const Movement& b, double sign) const {
        if (!a.known || !b.known) return unknown();
        Movement result = a;
        result.steady = a.steady && b.steady;
        result.exact = a.exact && b.exact;
        result.placed = a.placed && b.placed;
        result.by_estimate = a.by_estimate || b.by_estimate;
        result.floored = is_floored(a) && (sign > 0 ? is_floored(b) : is_capped(b));
        result.capped = is_capped(a) && (sign > 0 ? is_capped(b) : is_floored(b));
        result.low += sign > 0 ? b.low : -b.high;
        result.high += sign > 0 ? b.high : -b.low;
        for (std::size_t l = 0; l < loops.size(); ++l) result.slope[l] += sign * b.slope[l];
        return result;
    }

    /// `placed`: the factor is that of run time.
    Movement scaled(Movement a, double factor, bool placed) const {
        if (!a.known) return a;
        a.exact = a.exact && (placed || is_constant(a));
        a.placed = a.placed && placed;
        a.by_estimate = a.by_estimate || !placed;
        a.low *= factor;
        a.high *= factor;
        if (factor < 0) {
            std::swap(a.low, a.high);
            std::swap(a.floored, a.capped);
        }
        for (double& s : a.slope) s *= factor;
        return a;
    }

    Movement product(const Movement& a, const Movement& b) const {
        if (is_constant(a)) return scaled(b, a.low, a.placed);
        if (is_constant(b)) return scaled(a, b.low, b.placed);
        if (!a.known || !b.known || !a.still() || !b.still()) return unknown();
        const auto [low, high] =
            std::minmax({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
        return range(low, high, a.placed && b.placed);
    }

    Movement quotient(const Movement& a, const Movement& b, bool whole) const {
        if (!is_constant(b) || b.low == 0) return unknown();
        if (whole && is_constant(a) && b.low > 0)
            return constant(std::floor(a.low / b.low), a.placed && b.placed);
        Movement result = scaled(a, 1 / b.low, b.placed);
        if (whole && result.known) result.low -= (std::abs(b.low) - 1) / std::abs(b.low);
        return result;
    }

    Movement remainder(const Movement& a, const Movement& b) const {
        if (!is_constant(b) || b.low <= 0) return unknown();
        if (a.known && a.still() && a.low >= 0 && a.high < b.low) return a;
        return range(0, b.low - 1, b.placed);
    }

    /// The larger or smaller of two: what moves goes on, held by what stands still.
    Movement clamped(const Movement& a, const Movement& b, bool least) const {
        if (!a.known || !b.known) return unknown();
        if (a.slope == b.slope) {
            Movement both =
                range(least ? std::min(a.low, b.low) : std::max(a.low, b.low),
                      least ? std::min(a.high, b.high) : std::max(a.high, b.high), a.placed && b.placed);
            both.slope = a.slope;
            both.steady = a.steady && b.steady;
            both.by_estimate = a.by_estimate || b.by_estimate;
            both.exact = both.placed || (is_constant(a) && is_constant(b));
            return both;
        }
        return cut(a.still() ? b : b.still() ? a : unknown());
    }

    /// The smaller or larger of two, where a side that no loop moves holds the other.
    Movement bounded(const Expr& a, const Expr& b, bool least) const {
        const Movement x = of(a), y = of(b);
        Movement result = is_tagged(a) ? cut(x) : is_tagged(b) ? cut(y) : clamped(x, y, least);
        const bool a_is_end = !uses_any(a, loops), b_is_end = !uses_any(b, loops);
        const Movement& moving = a_is_end ? y : x;
        result.floored = (a_is_end || b_is_end) && (!least || moving.floored);
        result.capped = (a_is_end || b_is_end) && (least || moving.capped);
        return result;
    }

    /// max(min(load, top), bottom) in either order.
    bool held(const Expr& e, Movement& result) const {
        const auto* least = e.as<Min>();
        const auto* most = e.as<Max>();
        if (!least && !most) return false;
        const Expr sides[2] = {least ? least->a : most->a, least ? least->b : most->b};
        for (int s = 0; s < 2; ++s) {
            const Movement outer = of(sides[1 - s]);
            const auto* inner_least = sides[s].as<Min>();
            const auto* inner_most = sides[s].as<Max>();
            if ((least && !inner_most) || (most && !inner_least) || !outer.known || !outer.still()) continue;
            const Movement a = of(inner_least ? inner_least->a : inner_most->a),
                           b = of(inner_least ? inner_least->b : inner_most->b);
            const Movement& inner = a.known ? a : b;
            if (a.known == b.known || !inner.still()) continue;
            result = range(std::min(inner.low, outer.low), std::max(inner.high, outer.high),
                           inner.placed && outer.placed);
            result.by_estimate = inner.by_estimate || outer.by_estimate;
            return true;
        }
        return false;
    }

    /// One of them, by whatever chooses.
    Movement one_of(const std::vector<Expr>& values) const {
        Movement result = of(values[0]);
        bool tagged = is_tagged(values[0]);
        for (std::size_t i = 1; i < values.size(); ++i) {
            result = either(result, of(values[i]), tagged, is_tagged(values[i]));
            tagged = tagged || is_tagged(values[i]);
        }
        return result;
    }

    Movement either(Movement x, const Movement& y, bool x_tagged, bool y_tagged) const {
        if (x.known && y.known && x.slope == y.slope) {
            x.merge(y);
            return x;
        }
        const bool held = x.held() && y.held();
        x = cut(x_tagged ? x : y_tagged ? y : all_of(x, y));
        x.floored = x.capped = held;
        x.steady = false;
        return x;
    }

    /// From the first place to the last that the loops lead to by either.
    Movement all_of(const Movement& x, const Movement& y) const {
        if (!x.known || !y.known || extents.size() != loops.size()) return unknown();
        Movement all = range(std::min(first(x), first(y)), std::max(last(x), last(y)), false);
        for (std::size_t l = 0; l < loops.size(); ++l)
            anywhere[l] = anywhere[l] || x.moved_by(l) || y.moved_by(l);
        return all;
    }
    double first(const Movement& m) const {
        double place = m.low;
        for (std::size_t l = 0; l < loops.size(); ++l) place += std::min(0.0, m.slope[l] * reach(l));
        return place;
    }
    double last(const Movement& m) const {
        double place = m.high;
        for (std::size_t l = 0; l < loops.size(); ++l) place += std::max(0.0, m.slope[l] * reach(l));
        return place;
    }
    double reach(std::size_t loop) const { return static_cast<double>(extents[loop] - 1); }

    Movement of_type(Halide::Type type) const {
        const auto values = span_of(type);
        return values ? range(static_cast<double>(values->min), static_cast<double>(values->max)) : unknown();
    }

    /// `round`: of a number, as far as it is known. While loops move it, it goes up or down.
    Movement rounded(Movement m, double (*round)(double)) const {
        const bool still = m.still();
        m.steady = m.steady && still;
        m.exact = m.exact && still;
        m.low = still ? round(m.low) : std::floor(m.low);
        m.high = still ? round(m.high) : std::ceil(m.high);
        return m;
    }

    Movement of_call(const Call* call) const {
        if (is_load(call)) return of_load(call);
        if (stands_for_argument(call)) return of(call->args[0]);
        if (call->is_intrinsic(Call::mux)) return one_of({call->args.begin() + 1, call->args.end()});
        if (call->is_intrinsic(Call::abs)) return magnitude(of(call->args[0]));
        if (call->name == "floor_f32") return rounded(of(call->args[0]), std::floor);
        if (call->name == "ceil_f32") return rounded(of(call->args[0]), std::ceil);
        if (call->name == "trunc_f32") return rounded(of(call->args[0]), std::trunc);
        const bool rounds = call->name == "round_f32" || call->name == "round"; // an intrinsic in Halide 21
        if (rounds) return rounded(of(call->args[0]), std::nearbyint);
        return of_type(call->type);
    }

    /// Values of a Func that is bounded in its own definition, wherever it is read. Halide's bounds inference
    /// looks there too.
    Movement of_load(const Call* call) const {
        constexpr int deepest = 2;
        if (call->call_type == Call::Halide && call->func.defined() && depth < deepest) {
            const Function func(call->func);
            const auto index = static_cast<std::size_t>(call->value_index);
            if (func.has_pure_definition() && !func.has_update_definition()) {
                const std::vector<std::string> no_loops;
                const std::map<std::string, Span> nothing;
                const Movement value = Mover(no_loops, nothing, {}, depth + 1).of(func.values()[index]);
                if (value.known) return placed_as(value, range(value.low, value.high, value.placed));
            }
        }
        return of_type(call->type);
    }

    static Movement placed_as(const Movement& whose, Movement m) {
        m.by_estimate = whose.by_estimate;
        return m;
    }

    Movement magnitude(const Movement& m) const {
        if (!m.known || !m.still()) return unknown();
        const double far = std::max(std::abs(m.low), std::abs(m.high));
        return placed_as(m, range(m.low > 0 ? m.low : m.high < 0 ? -m.high : 0, far, m.placed));
    }

    static bool is_load(const Call* call) {
        return call->call_type == Call::Halide || call->call_type == Call::Image;
    }

    Movement of_cast(const Cast* cast) const {
        const Movement value = of(cast->value);
        if (!value.known) return of_type(cast->value.type().is_float() ? cast->type : cast->value.type());
        return cast->type.is_float() || !cast->value.type().is_float() ? value : rounded(value, std::trunc);
    }

    Movement leaf(const Expr& e) const {
        if (const auto* variable = e.as<Variable>()) {
            const auto loop = std::find(loops.begin(), loops.end(), variable->name);
            if (loop != loops.end()) {
                Movement result = range(0, 0);
                result.slope[loop - loops.begin()] = 1;
                return result;
            }
            if (const auto span = reduced.find(variable->name); span != reduced.end())
                return range(static_cast<double>(span->second.min), static_cast<double>(span->second.max),
                             span->second.source == ExtentSource::Bound);
        }
        if (const auto* f = e.as<FloatImm>()) return constant(f->value, true);
        if (const auto* scalar = e.as<Variable>();
            scalar && scalar->param.defined() && scalar->type.is_float())
            return scalar->param.estimate().defined() ? estimated(leaf(scalar->param.estimate())) : unknown();
        const auto known = number(e);
        return known ? constant(static_cast<double>(known->value), known->source == ExtentSource::Bound)
                     : unknown();
    }

public:
    Mover(const std::vector<std::string>& loops, const std::map<std::string, Span>& reduced,
          const std::vector<std::int64_t>& extents, int depth = 0)
        : loops(loops), reduced(reduced), extents(extents), depth(depth), anywhere(loops.size(), false) {}

    /// Shared subexpressions are looked at once.
    Movement of(const Expr& e) const {
        const auto seen = memo.find(e.get());
        return seen != memo.end() ? seen->second : memo[e.get()] = fresh(e);
    }

    bool leads_anywhere(std::size_t loop) const { return anywhere[loop]; }

private:
    Movement fresh(const Expr& e) const {
        if (const auto* op = e.as<Add>()) return sum(of(op->a), of(op->b), 1);
        if (const auto* op = e.as<Sub>()) return sum(of(op->a), of(op->b), -1);
        if (const auto* op = e.as<Mul>()) return product(of(op->a), of(op->b));
        if (const auto* op = e.as<Div>()) return quotient(of(op->a), of(op->b), !op->type.is_float());
        if (const auto* op = e.as<Mod>()) return remainder(of(op->a), of(op->b));
        if (Movement result; held(e, result)) return result;
        if (const auto* op = e.as<Min>()) return bounded(op->a, op->b, true);
        if (const auto* op = e.as<Max>()) return bounded(op->a, op->b, false);
        if (const auto* op = e.as<Select>()) return one_of({op->true_value, op->false_value});
        if (const auto* op = e.as<Cast>()) return of_cast(op);
        if (const auto* op = e.as<Call>()) return of_call(op);
        return leaf(e);
    }
};

/// The buffers whose bounds an expression asks for.
struct Buffers : IRGraphVisitor {
    std::set<std::string> names;

    using IRGraphVisitor::visit;
    void visit(const Variable* op) override {
        if (op->param.defined() && op->param.is_buffer()) names.insert(op->param.name());
    }
};

/// Whose bounds alone the index is clamped to, with nothing done to it afterwards; empty: none's.
std::string bounding_buffer(const Expr& index) {
    const auto* call = index.as<Call>();
    if (call && is_likely(call)) return bounding_buffer(call->args[0]);
    if (!index.as<Min>() && !index.as<Max>() && !index.as<Select>()) return "";
    Buffers buffers;
    index.accept(&buffers);
    return buffers.names.size() == 1 ? *buffers.names.begin() : "";
}

} // namespace

Movement movement(const Expr& index, const std::vector<std::string>& loops,
                  const std::map<std::string, Span>& reduced, const std::vector<std::int64_t>& extents) {
    const Mover mover(loops, reduced, extents);
    Movement result = mover.of(index);
    result.scattered = scattered_by(index, loops);
    for (std::size_t loop = 0; loop < loops.size(); ++loop)
        if (mover.leads_anywhere(loop)) {
            result.scattered.resize(loops.size(), false);
            result.scattered[loop] = true;
        }
    if (result.steady && rounds_a_float(index)) result.steady = is_seen_to_go_on(index, loops, reduced);
    result.tagged = has_tag(index);
    result.bounded_by = bounding_buffer(index);
    result.gathers_shared = shared_index_gathers(index);
    return result;
}

} // namespace autoconfig::extraction
