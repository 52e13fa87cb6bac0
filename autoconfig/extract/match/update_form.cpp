// The outer shape of an update definition.
#include "autoconfig/extract/match/update_form.h"

#include "autoconfig/extract/access/affine.h"

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

bool calls(const Expr& e, const std::string& func) {
    for (const Call* load : loads_in(e, true))
        if (load->name == func) return true;
    return false;
}

/// Does `e` read the Func at exactly the site that is written?
bool is_itself(const Expr& e, const Node& node) {
    const auto* call = e.as<Call>();
    return call && call->call_type == Call::Halide && call->name == node.function.name() &&
           is_own_place(call->args, node);
}

/// More terms than any update has; shared subexpressions can stand for exponentially many.
constexpr std::size_t max_terms = 64;

void split_terms(const Expr& e, std::vector<Expr>& terms) {
    const auto* add = e.as<Add>();
    if (!add || terms.size() > max_terms) {
        terms.push_back(e);
        return;
    }
    split_terms(add->a, terms);
    split_terms(add->b, terms);
}

std::string written_elsewhere(const Node& node) {
    const auto& pure = node.function.args();
    const auto& args = node.stages[1].args;
    for (std::size_t d = 0; d < args.size(); d++)
        if (const auto* variable = args[d].as<Variable>(); !variable || variable->name != pure[d])
            return "writes at " + text(args[d]) + ", not at its own " + pure[d];
    return "";
}

/// Name of an update that combines the Func with something in another way than by a sum.
std::string other_reduction(const Expr& rhs) {
    if (rhs.as<Min>()) return "min-reduction";
    if (rhs.as<Max>()) return "max-reduction";
    if (rhs.as<Mul>()) return "product-reduction";
    if (rhs.as<Sub>()) return "subtracts instead of adding";
    return "not itself plus a product";
}

std::string shape(const Node& node) {
    if (node.function.outputs() != 1)
        return "Tuple of " + std::to_string(node.function.outputs()) + " values";
    if (node.function.updates().size() != 1)
        return std::to_string(node.function.updates().size()) + " update definitions";
    if (node.stages[1].rvars.empty()) return "no reduced loop";
    return written_elsewhere(node);
}

AddedTerm refused(const std::string& reason) { return {Expr(), reason}; }

} // namespace

AddedTerm added_term(const Node& node) {
    if (const std::string reason = shape(node); !reason.empty()) return refused(reason);
    const std::string& func = node.function.name();
    const Expr& rhs = node.stages[1].values[0];
    if (!calls(rhs, func)) return refused("does not add to itself");
    std::vector<Expr> terms;
    split_terms(rhs, terms);
    if (terms.size() == 1) return refused(other_reduction(rhs));
    Expr product;
    int itself = 0;
    for (const Expr& term : terms) {
        if (is_itself(term, node))
            itself++;
        else if (calls(term, func))
            return refused("reads itself in what it adds");
        else
            product = term;
    }
    if (itself != 1) return refused("reads itself " + std::to_string(itself) + " times");
    if (terms.size() > 2) return refused("adds a sum of " + std::to_string(terms.size() - 1) + " terms");
    return {product, ""};
}

} // namespace autoconfig::extraction
