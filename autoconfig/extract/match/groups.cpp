// Finds a loop that is divided, and writes indices in its two parts.
#include "autoconfig/extract/match/groups.h"

#include <algorithm>

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

/// The first of the divisions of a variable by a constant above 1.
class FindQuotient : public IRGraphVisitor {
    const std::vector<std::string>& variables;

    using IRGraphVisitor::visit;
    void visit(const Div* op) override {
        const auto* variable = op->a.as<Variable>();
        const auto* divisor = op->b.as<IntImm>();
        const auto found =
            variable ? std::find(variables.begin(), variables.end(), variable->name) : variables.end();
        if (size == 1 && divisor && divisor->value > 1 && found != variables.end()) {
            loop = static_cast<std::size_t>(found - variables.begin());
            size = divisor->value;
        }
        IRGraphVisitor::visit(op);
    }

public:
    explicit FindQuotient(const std::vector<std::string>& variables) : variables(variables) {}
    std::size_t loop = 0;
    std::int64_t size = 1;
};

} // namespace

Expr Groups::split(const Expr& index) const {
    const Expr in = Variable::make(Halide::Int(32), within), of = Variable::make(Halide::Int(32), over);
    Scope<Interval> bounds;
    bounds.push(within, Interval(0, static_cast<int>(size) - 1));
    return simplify(substitute(within, of * static_cast<int>(size) + in, index), true, bounds);
}

std::optional<Groups> find_groups(const Node& node, const Product& product, const Regions& regions) {
    const std::vector<std::string> pure = node.function.args();
    FindQuotient quotient(pure);
    for (const Call* load : {product.first.load, product.second.load})
        for (const Expr& index : load->args) simplify(index).accept(&quotient);
    if (quotient.size < fewest_grouped_channels) return std::nullopt;
    const std::optional<Span>& all = regions.of(node.function.name())[quotient.loop];
    const bool whole = all && all->min % quotient.size == 0 && all->extent() % quotient.size == 0;
    if (!whole) return std::nullopt;
    return Groups{quotient.loop, quotient.size, pure[quotient.loop], pure[quotient.loop] + "_group"};
}

} // namespace autoconfig::extraction
