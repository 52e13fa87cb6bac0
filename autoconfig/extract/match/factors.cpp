// Splits products, finds loads and substitutes bodies.
#include "autoconfig/extract/match/factors.h"

#include "autoconfig/extract/access/affine.h"

#include <algorithm>

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

bool is_product(const Expr& e) {
    const auto* call = e.as<Call>();
    return e.as<Mul>() || (call && call->is_intrinsic(Call::widening_mul));
}

/// A product under conversions, or `e` itself.
Expr under_casts(const Expr& e) {
    Expr inner = e;
    while (const auto* cast = inner.as<Cast>()) inner = cast->value;
    return is_product(inner) ? inner : e;
}

/// More factors than any product has; shared subexpressions can stand for exponentially many.
constexpr std::size_t max_factors = 64;

void split(const Expr& e, std::vector<Expr>& factors) {
    const Expr inner = under_casts(e);
    const auto* div = inner.as<Div>();
    if (factors.size() > max_factors) {
        factors.push_back(inner);
    } else if (const auto* mul = inner.as<Mul>()) {
        split(mul->a, factors);
        split(mul->b, factors);
    } else if (is_product(inner)) {
        for (const Expr& argument : inner.as<Call>()->args) split(argument, factors);
    } else if (div && div->type.is_float() && loads_in(div->b, true).empty()) {
        split(div->a, factors);
        factors.push_back(div->b);
    } else {
        factors.push_back(inner);
    }
}

bool moves(const Call* load, const std::vector<std::string>& loops) {
    return std::any_of(load->args.begin(), load->args.end(),
                       [&](const Expr& index) { return uses_any(index, loops); });
}

/// Does an index lead through a window, which moves on with the results?
bool slides(const Call* load, const Node& reader) {
    std::vector<std::string> reduced;
    for (const ReductionVariable& rvar : reader.stages[1].rvars) reduced.push_back(rvar.var);
    return std::any_of(load->args.begin(), load->args.end(), [&](const Expr& index) {
        return uses_any(index, reduced) && uses_any(index, reader.function.args());
    });
}

/// Does the reader's RDom::where bound what choices of the body read? Halide (14) asks for as much in their
/// branches as though it were not there.
bool is_chosen_within_a_predicate(const Node& body, const Node& reader) {
    struct FindChoices : IRGraphVisitor {
        bool found = false;
        using IRGraphVisitor::visit;
        void visit(const Select*) override { found = true; }
    } choices;
    body.stages[0].values[0].accept(&choices);
    return choices.found && reader.stages[1].predicated();
}

/// Replaces variables in a graph of nodes without unsharing it.
class Place : public IRGraphMutator {
    const std::map<std::string, Expr>& values;

    using IRGraphMutator::visit;
    Expr visit(const Variable* op) override {
        const auto value = values.find(op->name);
        return value == values.end() ? Expr(op) : value->second;
    }

public:
    explicit Place(const std::map<std::string, Expr>& values) : values(values) {}
};

} // namespace

std::vector<Expr> split_factors(const Expr& expr) {
    std::vector<Expr> factors;
    split(expr, factors);
    return factors;
}

std::vector<const Call*> moving_loads(const Expr& expr, const std::vector<std::string>& loops) {
    std::vector<const Call*> result;
    for (const Call* load : loads_in(expr, false)) {
        const bool known = std::any_of(result.begin(), result.end(), [&](const Call* other) {
            return graph_equal(Expr(other), Expr(load));
        });
        if (!known && moves(load, loops)) result.push_back(load);
    }
    return result;
}

std::vector<std::string> other_loops(const Call* load, const std::vector<std::string>& all) {
    std::vector<std::string> result;
    for (const std::string& loop : all)
        if (std::none_of(load->args.begin(), load->args.end(),
                         [&](const Expr& index) { return uses_any(index, {loop}); }))
            result.push_back(loop);
    return result;
}

const Node* written_out(const Call* load, const Node& reader, const Graph& graph) {
    const Node* callee = load && is_load(load) ? graph.callee(load) : nullptr;
    const bool can_be = callee && callee->inlinable() && !callee->output && callee->function.outputs() == 1 &&
                        callee->consumers.size() == 1;
    return can_be && !slides(load, reader) && !is_chosen_within_a_predicate(*callee, reader) ? callee
                                                                                             : nullptr;
}

Expr body_at(const Node& node, const std::vector<Expr>& place) {
    std::map<std::string, Expr> values;
    for (std::size_t d = 0; d < place.size(); d++) values[node.function.args()[d]] = place[d];
    return Place(values).mutate(node.stages[0].values[0]);
}

} // namespace autoconfig::extraction
