// Producers first: which Funcs are constants; then all divisors with these written out.
#include "autoconfig/extract/legality/zero_divisors.h"

#include "autoconfig/extract/legality/defects.h"
#include "autoconfig/extract/legality/simplified.h"

#include <map>

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

using Constants = std::map<std::string, Expr>;

class WriteOut : public IRGraphMutator {
    const Constants& constants;

    using IRGraphMutator::visit;
    Expr visit(const Call* op) override {
        const auto known = op->call_type == Call::Halide ? constants.find(op->name) : constants.end();
        return known == constants.end() ? IRGraphMutator::visit(op) : known->second;
    }

public:
    explicit WriteOut(const Constants& constants) : constants(constants) {}
};

Expr written_out(const Expr& expr, const Constants& constants) {
    return simplified(WriteOut(constants).mutate(expr));
}

Constants constants_of(const Graph& graph) {
    Constants constants;
    for (const std::string& name : graph.order) {
        const Node& node = graph.at(name);
        if (!node.inlinable() || node.stages[0].values.size() != 1) continue;
        const Expr value = written_out(node.stages[0].values[0], constants);
        if (is_const(value)) constants.emplace(name, value);
    }
    return constants;
}

class FindZeros : public IRGraphVisitor {
    const Constants& constants;

    using IRGraphVisitor::visit;
    void visit(const Div* op) override {
        if (op->type.is_float() && is_const_zero(written_out(op->b, constants)))
            for (const Call* load : loads_in(op->b, false)) found.insert(load->name);
        IRGraphVisitor::visit(op);
    }

public:
    explicit FindZeros(const Constants& constants) : constants(constants) {}
    std::set<std::string> found;
};

} // namespace

std::set<std::string> zero_divisors(const Graph& graph) {
    if (!defects::applies(Defect::RefusesZeroDivisors)) return {};
    const Constants constants = constants_of(graph);
    FindZeros zeros(constants);
    if (!constants.empty())
        for (const auto& [name, node] : graph.nodes)
            for (const Stage& stage : node.stages)
                for (const Expr& value : stage.values) value.accept(&zeros);
    return zeros.found;
}

} // namespace autoconfig::extraction
