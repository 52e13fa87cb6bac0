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
        if (!is_variable(args[d], pure[d]))
            return "writes at " + text(args[d]) + ", not at its own " + pure[d];
    return "";
}

/// Name of an update that combines the Func with something in another way.
std::string other_reduction(const Expr& rhs) {
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

CombinedTerm refused(const std::string& reason) {
    CombinedTerm combined;
    combined.refusal = reason;
    return combined;
}

/// The parts that the update combines, the Func's own value among them.
std::vector<Expr> split_parts(const Expr& rhs, Combine& how) {
    std::vector<Expr> parts;
    if (const auto* least = rhs.as<Min>()) {
        how = Combine::Least;
        return {least->a, least->b};
    }
    if (const auto* greatest = rhs.as<Max>()) {
        how = Combine::Greatest;
        return {greatest->a, greatest->b};
    }
    split_terms(rhs, parts);
    return parts;
}

} // namespace

Expr CombinedTerm::with(const Expr& result, const Expr& value) const {
    if (how == Combine::Least) return Min::make(result, value);
    if (how == Combine::Greatest) return Max::make(result, value);
    return Add::make(result, value);
}

CombinedTerm combined_term(const Node& node) {
    if (const std::string reason = shape(node); !reason.empty()) return refused(reason);
    const std::string& func = node.function.name();
    const Expr& rhs = node.stages[1].values[0];
    if (!calls(rhs, func)) return refused("does not add to itself");
    CombinedTerm combined;
    const std::vector<Expr> parts = split_parts(rhs, combined.how);
    if (parts.size() == 1) return refused(other_reduction(rhs));
    int itself = 0;
    for (const Expr& part : parts) {
        if (is_itself(part, node))
            itself++;
        else if (calls(part, func))
            return refused("reads itself in what it adds");
        else
            combined.term = combined.term.defined() ? Add::make(combined.term, part) : part;
    }
    if (itself != 1) return refused("reads itself " + std::to_string(itself) + " times");
    combined.terms = static_cast<int>(parts.size()) - 1;
    return combined;
}

} // namespace autoconfig::extraction
