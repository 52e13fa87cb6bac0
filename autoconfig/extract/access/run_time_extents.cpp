// See run_time_extents.h.
#include "autoconfig/extract/access/run_time_extents.h"

#include <algorithm>

namespace autoconfig::extraction {

using namespace Halide::Internal;

namespace {

/// Made of numbers and what callers pass alone, and not a number whatever they pass?
bool is_of_params(const Halide::Expr& expr) {
    struct Visitor : IRGraphVisitor {
        bool found = true;

        using IRGraphVisitor::visit;
        void visit(const Variable* variable) override { found = found && variable->param.defined(); }
        void visit(const Call*) override { found = false; }
    } visitor;
    expr.accept(&visitor);
    return visitor.found && !is_const(simplify(expr));
}

/// May less be read than the loops run over?
bool may_read_less(const Stage& stage) {
    struct Visitor : IRGraphVisitor {
        bool found = false;

        using IRGraphVisitor::visit;
        void visit(const Select*) override { found = true; }
        void visit(const Call* call) override {
            found = found || call->is_intrinsic(Call::if_then_else);
            IRGraphVisitor::visit(call);
        }
    } visitor;
    for (const Halide::Expr& value : stage.values) value.accept(&visitor);
    return visitor.found || stage.predicated;
}

/// Place of what is looked for in a list, or -1.
template<typename List, typename IsIt>
int place_of(const List& list, const IsIt& is_it) {
    const auto found = std::find_if(list.begin(), list.end(), is_it);
    return found == list.end() ? -1 : static_cast<int>(found - list.begin());
}

} // namespace

std::optional<RunTimeExtent> RunTimeExtents::of_rvar(const std::string& func, int update,
                                                     const std::string& rvar) const {
    const std::vector<ReductionVariable>& rvars = graph_.at(func).stages[update + 1].rvars;
    const int r = place_of(rvars, [&](const auto& each) { return each.var == rvar; });
    if (r < 0 || !is_of_params(rvars[r].extent)) return std::nullopt;
    return RunTimeExtent{func, update, r};
}

std::optional<RunTimeExtent> RunTimeExtents::read_at(const std::string& consumer, int stage,
                                                     const std::string& loop) {
    const Node& node = graph_.at(consumer);
    const auto is_loop = [&](const ReductionVariable& rvar) { return rvar.var == loop; };
    const std::vector<ReductionVariable>& rvars = node.stages[stage].rvars;
    if (std::any_of(rvars.begin(), rvars.end(), is_loop)) return of_rvar(consumer, stage - 1, loop);
    const auto& args = node.function.args();
    const int d = place_of(args, [&](const std::string& arg) { return arg == loop; });
    const Variable* own = d < 0 ? nullptr : node.stages[stage].args[d].as<Variable>();
    return own && own->name == loop ? of(consumer, d) : std::nullopt;
}

std::optional<RunTimeExtent> RunTimeExtents::of(const std::string& func, int dimension) {
    const auto [known, first] = known_.emplace(std::pair(func, dimension), std::nullopt);
    if (first)
        known->second =
            graph_.at(func).output ? RunTimeExtent{func, -1, dimension} : by_readers(func, dimension);
    return known->second;
}

std::optional<RunTimeExtent> RunTimeExtents::by_readers(const std::string& func, int dimension) {
    for (const std::string& consumer : graph_.at(func).consumers) {
        const std::vector<Stage>& stages = graph_.at(consumer).stages;
        for (int s = 0; s < static_cast<int>(stages.size()) && consumer != func; ++s) {
            if (may_read_less(stages[s])) continue;
            for (const Call* load : stages[s].loads) {
                const Variable* loop = load->name == func ? load->args[dimension].as<Variable>() : nullptr;
                if (const auto extent = loop ? read_at(consumer, s, loop->name) : std::nullopt) return extent;
            }
        }
    }
    return std::nullopt;
}

} // namespace autoconfig::extraction
