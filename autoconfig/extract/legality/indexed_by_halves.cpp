// Looks at the loads inside the indices of loads.
#include "autoconfig/extract/legality/indexed_by_halves.h"

#include "autoconfig/extract/legality/defects.h"

#include <algorithm>

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

bool has_quotient(const Node& node) {
    struct Finder : IRGraphVisitor {
        bool found = false;
        using IRGraphVisitor::visit;
        void visit(const Div* op) override {
            found = found || (op->type.is_int() && is_const(op->b));
            IRGraphVisitor::visit(op);
        }
    } finder;
    for (const Expr& value : node.stages[0].values) value.accept(&finder);
    return finder.found;
}

/// Names of what is read inside the indices of what a stage reads.
std::set<std::string> names_in_indices(const Stage& stage) {
    std::set<std::string> names;
    for (const Call* load : stage.loads)
        for (const Expr& index : load->args)
            for (const Call* inner : loads_in(index, true)) names.insert(inner->name);
    return names;
}

} // namespace

std::set<std::string> indexed_by_halves(const Graph& graph) {
    if (!defects::applies(Defect::MixesUpHalvedRows)) return {};
    std::set<std::string> found;
    for (const auto& [name, node] : graph.nodes)
        for (const Stage& stage : node.stages)
            for (const std::string& func : names_in_indices(stage)) {
                const auto known = graph.nodes.find(func);
                const auto reads = std::count_if(stage.loads.begin(), stage.loads.end(),
                                                 [&](const Call* load) { return load->name == func; });
                if (known != graph.nodes.end() && known->second.inlinable() && reads > 1 &&
                    has_quotient(known->second))
                    found.insert(func);
            }
    return found;
}

} // namespace autoconfig::extraction
