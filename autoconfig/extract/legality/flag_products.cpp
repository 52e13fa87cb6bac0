// See flag_products.h.
#include "autoconfig/extract/legality/flag_products.h"

#include "autoconfig/extract/legality/defects.h"

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

/// A boolean, maybe cast to something else.
bool is_flag(const Graph& graph, const Expr& e) {
    if (e.type().is_bool()) return true;
    if (const auto* cast = e.as<Cast>()) return is_flag(graph, cast->value);
    const auto* load = e.as<Call>();
    const Node* func = load && is_load(load) ? graph.callee(load) : nullptr;
    return func && func->function.is_pure() &&
           is_flag(graph, func->stages[0].values[static_cast<std::size_t>(load->value_index)]);
}

class FindProduct : public IRGraphVisitor {
    const Graph& graph;

    void factors(const Expr& a, const Expr& b) { found = found || (is_flag(graph, a) && is_flag(graph, b)); }

    using IRGraphVisitor::visit;
    void visit(const Mul* op) override {
        factors(op->a, op->b);
        IRGraphVisitor::visit(op);
    }
    void visit(const Call* op) override {
        if (op->is_intrinsic(Call::widening_mul)) factors(op->args[0], op->args[1]);
        IRGraphVisitor::visit(op);
    }

public:
    explicit FindProduct(const Graph& graph) : graph(graph) {}
    bool found = false;
};

} // namespace

bool multiplies_flags(const Graph& graph, const Stage& stage) {
    if (!defects::applies(Defect::NarrowsFlags)) return false;
    FindProduct find(graph);
    for (const Expr& value : stage.values) value.accept(&find);
    return find.found;
}

} // namespace autoconfig::extraction
