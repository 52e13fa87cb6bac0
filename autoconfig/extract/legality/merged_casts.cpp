// Producers first: what holds integers made of floats; then all casts of their elements.
#include "autoconfig/extract/legality/merged_casts.h"

#include "autoconfig/extract/access/tags.h"
#include "autoconfig/extract/legality/defects.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;
using Halide::ExprCompare;
using Halide::Type;

namespace {

/// The floats that an element of a Func may be made of, by Func and value.
using Exprs = std::set<Expr, ExprCompare>;
using Floats = std::map<std::pair<std::string, int>, Exprs>;

bool is_integer(const Type& type) { return type.is_int() || type.is_uint(); }

/// x of min(x, x) and max(x, x).
template<typename Extremum>
bool is_of_one(const Extremum* op) {
    return op && op->a.same_as(op->b);
}

/// May this be a number once loops are written out, and `neutral` among others?
bool may_become(const Expr& e, int neutral) {
    const bool varies = !is_const(e) && loads_in(e, true).empty();
    return varies || is_const(e, neutral);
}

/// The side of an operation that is left where the other one comes to nothing; undefined where it cannot.
Expr left_side(const Expr& operation) {
    const auto either = [](const Expr& a, const Expr& b, int neutral) {
        return may_become(b, neutral) ? a : may_become(a, neutral) ? b : Expr();
    };
    const auto first = [](const Expr& a, const Expr& b, int neutral) {
        return may_become(b, neutral) ? a : Expr();
    };
    if (const auto* op = operation.as<Add>()) return either(op->a, op->b, 0);
    if (const auto* op = operation.as<Mul>()) return either(op->a, op->b, 1);
    if (const auto* op = operation.as<Sub>()) return first(op->a, op->b, 0);
    if (const auto* op = operation.as<Div>()) return first(op->a, op->b, 1);
    const auto* call = operation.as<Call>();
    if (!call) return Expr();
    if (call->is_intrinsic({Call::shift_left, Call::shift_right}))
        return first(call->args[0], call->args[1], 0);
    if (call->is_intrinsic({Call::bitwise_or, Call::bitwise_xor}))
        return either(call->args[0], call->args[1], 0);
    return Expr();
}

/// What a value may be in a loop where conditions, and what its variable adds or shifts by, are known.
std::vector<Expr> outcomes(const Expr& value) {
    std::vector<Expr> result, open = {value};
    std::set<const IRNode*> seen;
    while (!open.empty()) {
        const Expr one = open.back();
        open.pop_back();
        if (!seen.insert(one.get()).second) continue;
        if (const auto* select = one.as<Select>())
            open.insert(open.end(), {select->true_value, select->false_value});
        else if (const auto* call = one.as<Call>(); call && stands_for_argument(call))
            open.push_back(call->args[0]);
        else if (is_of_one(one.as<Min>()))
            open.push_back(one.as<Min>()->a);
        else if (is_of_one(one.as<Max>()))
            open.push_back(one.as<Max>()->a);
        else if (const Expr left = left_side(one); left.defined())
            open.push_back(left);
        else
            result.push_back(one);
    }
    return result;
}

/// Empty for what is no load of a Func made of floats.
const Exprs& of_load(const Expr& value, const Floats& floats) {
    static const Exprs none;
    const auto* load = value.as<Call>();
    const auto known = load ? floats.find({load->name, load->value_index}) : floats.end();
    return known == floats.end() ? none : known->second;
}

/// What a value may be a cast of once all is inlined, as far as that is floats.
Exprs floats_in(const Expr& value, const Floats& known) {
    Exprs result;
    for (const Expr& outcome : outcomes(value)) {
        Exprs more = of_load(outcome, known);
        if (const auto* cast = outcome.as<Cast>(); cast && is_integer(cast->type))
            more = cast->value.type().is_float() ? Exprs{cast->value} : floats_in(cast->value, known);
        result.insert(more.begin(), more.end());
    }
    return result;
}

Floats floats_of(const Graph& graph) {
    Floats floats;
    for (const std::string& name : graph.order) {
        const Node& node = graph.at(name);
        if (!node.inlinable()) continue;
        const std::vector<Expr>& values = node.stages[0].values;
        for (std::size_t i = 0; i < values.size(); ++i)
            floats[{name, static_cast<int>(i)}] = floats_in(values[i], floats);
    }
    return floats;
}

/// Products and quotients of which neither side is a constant.
class CountProducts : public IRGraphVisitor {
    template<typename Op>
    void one(const Op* op) {
        if (!is_const(op->a) && !is_const(op->b)) ++count;
        IRGraphVisitor::visit(op);
    }

    using IRGraphVisitor::visit;
    void visit(const Mul* op) override { one(op); }
    void visit(const Div* op) override { one(op); }

public:
    int count = 0;
};

/// Halide's bounds of a product or quotient hold those of its sides four times: a polynomial's take for ever.
bool has_short_bounds(const Expr& value) {
    constexpr int most = 4;
    CountProducts products;
    value.accept(&products);
    return products.count <= most;
}

/// Does the type surely hold every float that this may be, rounded towards 0?
bool holds(const Type& type, const Expr& value) {
    if (!has_short_bounds(value)) return false;
    const Interval range = bounds_of_expr_in_scope(value, Scope<Interval>());
    if (!range.is_bounded()) return false;
    const auto* low = simplify(range.min).as<FloatImm>();
    const auto* high = simplify(range.max).as<FloatImm>();
    constexpr double exact = 1LL << 53;
    return low && high && std::abs(low->value) < exact && std::abs(high->value) < exact &&
           type.can_represent(static_cast<std::int64_t>(low->value)) &&
           type.can_represent(static_cast<std::int64_t>(high->value));
}

class FindCasts : public IRGraphVisitor {
    const Floats& floats;

    bool wraps(const Type& type, const Expr& load) const {
        const Exprs& of = of_load(load, floats);
        return std::any_of(of.begin(), of.end(), [&](const Expr& value) { return !holds(type, value); });
    }

    using IRGraphVisitor::visit;
    void visit(const Cast* op) override {
        const Type from = op->value.type();
        if (is_integer(op->type) && op->type != from && op->type.bits() <= from.bits())
            for (const Expr& outcome : outcomes(op->value))
                if (wraps(op->type, outcome)) found.insert(outcome.as<Call>()->name);
        IRGraphVisitor::visit(op);
    }

public:
    explicit FindCasts(const Floats& floats) : floats(floats) {}
    std::set<std::string> found;
};

} // namespace

std::set<std::string> casts_that_would_merge(const Graph& graph) {
    if (!defects::applies(Defect::MergesCasts)) return {};
    const Floats floats = floats_of(graph);
    FindCasts casts(floats);
    for (const auto& [name, node] : graph.nodes)
        for (const Stage& stage : node.stages)
            for (const auto* exprs : {&stage.args, &stage.values})
                for (const Expr& expr : *exprs) expr.accept(&casts);
    return casts.found;
}

} // namespace autoconfig::extraction
