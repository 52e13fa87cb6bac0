// Sorts the factors of what an update adds into two operands and scalars.
#include "autoconfig/extract/match/product.h"

#include "autoconfig/extract/access/affine.h"
#include "autoconfig/extract/legality/flag_products.h"
#include "autoconfig/extract/match/factors.h"
#include "autoconfig/extract/match/update_form.h"

#include <algorithm>

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

bool moves(const Call* load, const std::vector<std::string>& loops) {
    return std::any_of(load->args.begin(), load->args.end(),
                       [&](const Expr& index) { return uses_any(index, loops); });
}

/// Distinct loads of a factor that some loop moves.
std::vector<const Call*> moving_loads(const Expr& factor, const std::vector<std::string>& loops) {
    std::vector<const Call*> result;
    for (const Call* load : loads_in(factor, false)) {
        const bool known = std::any_of(result.begin(), result.end(), [&](const Call* other) {
            return graph_equal(Expr(other), Expr(load));
        });
        if (!known && moves(load, loops)) result.push_back(load);
    }
    return result;
}

void add_to_side(std::vector<Side>& sides, const Call* load, const Expr& factor) {
    for (Side& side : sides)
        if (graph_equal(Expr(side.load), Expr(load))) {
            side.factors.push_back(factor);
            return;
        }
    sides.push_back({load, {factor}});
}

/// Loops of `all` that an index of `load` does not use.
std::vector<std::string> other_loops(const Call* load, const std::vector<std::string>& all) {
    std::vector<std::string> result;
    for (const std::string& loop : all)
        if (std::none_of(load->args.begin(), load->args.end(),
                         [&](const Expr& index) { return uses_any(index, {loop}); }))
            result.push_back(loop);
    return result;
}

Product refused(const std::string& reason) {
    Product product;
    product.refusal = reason;
    return product;
}

Product two_of(const std::vector<Side>& sides, const std::vector<Expr>& scalars) {
    if (sides.empty()) return refused("adds nothing that is loaded");
    if (sides.size() > 2) return refused("product of " + std::to_string(sides.size()) + " operands");
    if (sides.size() == 1)
        return refused(sides[0].factors.size() > 1
                           ? sides[0].load->name + " is multiplied by itself: no reuse"
                           : "reads only " + sides[0].load->name + ": no product");
    return {sides[0], sides[1], scalars, true, ""};
}

Product operands(const std::vector<Expr>& factors, const std::vector<std::string>& loops) {
    std::vector<Expr> scalars;
    std::vector<Side> sides;
    for (const Expr& factor : factors) {
        const auto loads = moving_loads(factor, loops);
        if (loads.size() > 1)
            return refused("one factor reads both " + loads[0]->name + " and " + loads[1]->name);
        if (loads.empty() && uses_any(factor, loops))
            return refused("a factor depends on a loop and reads nothing");
        if (loads.empty()) {
            scalars.push_back(factor);
            continue;
        }
        if (uses_any(factor, other_loops(loads[0], loops)))
            return refused("a factor of " + loads[0]->name + " depends on a loop that does not index it");
        add_to_side(sides, loads[0], factor);
    }
    return two_of(sides, scalars);
}

/// The only factor that a loop moves, if it is a load of an inlined Func and nothing else.
Expr* whole_product(std::vector<Expr>& factors, const std::vector<std::string>& loops, const Graph& graph) {
    Expr* only = nullptr;
    for (Expr& factor : factors) {
        if (!uses_any(factor, loops)) continue;
        const auto* load = factor.as<Call>();
        const Node* callee = load && is_load(load) ? graph.callee(load) : nullptr;
        if (only || !callee || !callee->inlinable() || callee->output || callee->function.outputs() != 1)
            return nullptr;
        only = &factor;
    }
    return only;
}

} // namespace

std::vector<std::string> loop_names(const Node& node) {
    std::vector<std::string> loops = node.function.args();
    for (const ReductionVariable& rvar : node.stages[1].rvars) loops.push_back(rvar.var);
    return loops;
}

Product find_product(const Node& node, const Graph& graph) {
    const AddedTerm added = added_term(node);
    if (!added.refusal.empty()) return refused(added.refusal);
    if (multiplies_flags(graph, node.stages[1])) return refused("of two booleans, Halide makes no vectors");
    const std::vector<std::string> loops = loop_names(node);
    std::vector<Expr> factors = split_factors(added.term);
    Product product = operands(factors, loops);
    while (Expr* whole = whole_product(factors, loops, graph)) {
        const auto* load = whole->as<Call>();
        const std::vector<Expr> inner = split_factors(body_at(*graph.callee(load), load->args));
        *whole = inner[0];
        factors.insert(factors.end(), inner.begin() + 1, inner.end());
        if (Product found = operands(factors, loops); found.refusal.empty()) {
            found.direct = false;
            return found;
        }
    }
    return product;
}

} // namespace autoconfig::extraction
