// Sorts the factors of what an update adds into two operands and scalars.
#include "autoconfig/extract/match/product.h"

#include "autoconfig/extract/access/affine.h"
#include "autoconfig/extract/legality/flag_products.h"
#include "autoconfig/extract/match/factors.h"
#include "autoconfig/extract/match/general_step.h"
#include "autoconfig/extract/match/update_form.h"

#include <algorithm>

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

void add_to_side(std::vector<Side>& sides, const Call* load, const Expr& factor) {
    for (Side& side : sides)
        if (graph_equal(Expr(side.load), Expr(load))) {
            side.factors.push_back(factor);
            return;
        }
    sides.push_back({load, {factor}});
}

Product two_of(const std::vector<Side>& sides, const std::vector<Expr>& scalars) {
    if (sides.empty()) return Product::refused("adds nothing that is loaded");
    if (sides.size() > 2) return Product::refused("product of " + std::to_string(sides.size()) + " operands");
    if (sides.size() == 1)
        return Product::refused(sides[0].factors.size() > 1
                                    ? sides[0].load->name + " is multiplied by itself: no reuse"
                                    : "reads only " + sides[0].load->name + ": no product");
    return {sides[0], sides[1], scalars, std::nullopt, {}, ""};
}

Product operands(const std::vector<Expr>& factors, const std::vector<std::string>& loops) {
    std::vector<Expr> scalars;
    std::vector<Side> sides;
    for (const Expr& factor : factors) {
        const auto loads = moving_loads(factor, loops);
        if (loads.size() > 1)
            return Product::refused("one factor reads both " + loads[0]->name + " and " + loads[1]->name);
        if (loads.empty() && uses_any(factor, loops))
            return Product::refused("a factor depends on a loop and reads nothing");
        if (loads.empty()) {
            scalars.push_back(factor);
            continue;
        }
        if (uses_any(factor, other_loops(loads[0], loops)))
            return Product::refused("a factor of " + loads[0]->name +
                                    " depends on a loop that does not index it");
        add_to_side(sides, loads[0], factor);
    }
    return two_of(sides, scalars);
}

/// The only factor that a loop moves, if it is a load of an inlined Func that nobody else reads.
Expr* whole_product(std::vector<Expr>& factors, const std::vector<std::string>& loops, const Node& node,
                    const Graph& graph) {
    Expr* only = nullptr;
    for (Expr& factor : factors) {
        if (!uses_any(factor, loops)) continue;
        const Node* callee = written_out(factor.as<Call>(), node, graph);
        if (only || !callee) return nullptr;
        only = &factor;
    }
    return only;
}

Product find_multiply_add(const Node& node, const CombinedTerm& combined, const Graph& graph) {
    if (combined.how != Combine::Add)
        return Product::refused(combined.how == Combine::Least ? "min-reduction" : "max-reduction");
    if (combined.terms > 1)
        return Product::refused("adds a sum of " + std::to_string(combined.terms) + " terms");
    const std::vector<std::string> loops = loop_names(node);
    std::vector<Expr> factors = split_factors(combined.term);
    Product product = operands(factors, loops);
    std::vector<std::string> through;
    while (Expr* whole = whole_product(factors, loops, node, graph)) {
        const auto* load = whole->as<Call>();
        through.push_back(load->name);
        const std::vector<Expr> inner = split_factors(body_at(*graph.callee(load), load->args));
        *whole = inner[0];
        factors.insert(factors.end(), inner.begin() + 1, inner.end());
        if (Product found = operands(factors, loops); found.refusal.empty()) {
            found.through = std::move(through);
            return found;
        }
    }
    return product;
}

} // namespace

Product Product::refused(const std::string& reason) {
    Product product;
    product.refusal = reason;
    return product;
}

std::vector<std::string> loop_names(const Node& node, std::size_t stage) {
    std::vector<std::string> loops = node.function.args();
    for (const ReductionVariable& rvar : node.stages[stage].rvars) loops.push_back(rvar.var);
    return loops;
}

Product find_product(const Node& node, const Graph& graph) {
    const CombinedTerm combined = combined_term(node);
    if (!combined.refusal.empty()) return Product::refused(combined.refusal);
    if (multiplies_flags(graph, node.stages[1]))
        return Product::refused("of two booleans, Halide makes no vectors");
    Product product = find_multiply_add(node, combined, graph);
    if (product.refusal.empty()) return product;
    Product pair = find_pair(node, combined, graph);
    return pair.refusal.empty() ? pair : product;
}

} // namespace autoconfig::extraction
