// See repeated_reads.h.
#include "autoconfig/extract/legality/repeated_reads.h"

#include "autoconfig/extract/legality/defects.h"

#include <algorithm>
#include <set>

namespace autoconfig::extraction {

using namespace Halide::Internal;

namespace {

/// Does an expression stand in two places? A stage whose equal expressions share nodes does not show it by
/// its loads.
bool shares(const Stage& stage) {
    struct Sharing : IRGraphVisitor {
        std::set<const IRNode*> seen;
        bool found = false;

        using IRGraphVisitor::visit;
        void include(const Halide::Expr& expr) override {
            const bool single = is_const(expr) || expr.as<Variable>();
            found = found || (!seen.insert(expr.get()).second && !single);
            IRGraphVisitor::include(expr);
        }
    } sharing;
    for (const Halide::Expr& value : stage.values) value.accept(&sharing);
    return sharing.found;
}

/// Stops at the first repetition, so every producer is visited once.
bool repeats(const Graph& graph, const std::string& func, const Stage& stage, std::set<std::string>& seen) {
    return shares(stage) || std::any_of(stage.loads.begin(), stage.loads.end(), [&](const Call* load) {
               if (load->name == func) return false;
               if (!seen.insert(load->name).second) return true;
               const Node* callee = graph.callee(load);
               return callee && callee->inlinable() && repeats(graph, load->name, callee->stages[0], seen);
           });
}

} // namespace

bool picks_and_repeats(const Graph& graph, const Node& node, const Stage& stage) {
    if (!defects::applies(Defect::RequiresMoreUnderConditions)) return false;
    std::set<std::string> seen;
    return stage.predicated() && repeats(graph, node.function.name(), stage, seen);
}

} // namespace autoconfig::extraction
