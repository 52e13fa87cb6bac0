// Sizes at run time of Funcs that are no outputs: at least what one consumer reads of them.
#include "autoconfig/extract/graph.h"
#include "schedules/script.h"

#include <algorithm>

namespace autoconfig {

namespace {

using namespace Halide::Internal;

/// Made of numbers and what callers pass alone?
bool is_of_params(const Halide::Expr& expr) {
    struct Visitor : IRGraphVisitor {
        bool found = true;

        using IRGraphVisitor::visit;
        void visit(const Variable* variable) override { found = found && variable->param.defined(); }
        void visit(const Call*) override { found = false; }
    } visitor;
    expr.accept(&visitor);
    return visitor.found;
}

/// May less be read than the loops run over?
bool may_read_less(const extraction::Stage& stage) {
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

/// Place of a name in a list, or -1.
template<typename List, typename Name>
int place_of(const List& list, const Name& is_it) {
    const auto found = std::find_if(list.begin(), list.end(), is_it);
    return found == list.end() ? -1 : static_cast<int>(found - list.begin());
}

} // namespace

Extent Script::extent_read(const std::string& consumer, std::size_t stage, const std::string& loop) {
    const extraction::Node& node = graph().at(consumer);
    const std::vector<ReductionVariable>& rvars = node.stages[stage].rvars;
    if (const int r = place_of(rvars, [&](const auto& rvar) { return rvar.var == loop; }); r >= 0) {
        if (!is_of_params(rvars[r].extent)) return {};
        return {rvars[r].extent, func(consumer).id() + ".function().update(" + std::to_string(stage - 1) +
                                     ").schedule().rvars()[" + std::to_string(r) + "].extent"};
    }
    const auto& args = node.function.args();
    const int d = place_of(args, [&](const std::string& arg) { return arg == loop; });
    const Variable* own = d < 0 ? nullptr : node.stages[stage].args[d].as<Variable>();
    return own && own->name == loop ? least_extent(consumer, d) : Extent{};
}

Extent Script::least_extent(const std::string& name, int dimension) {
    const auto [known, first] = least_extents_.emplace(std::pair(name, dimension), Extent{});
    if (first)
        known->second = is_output(name) ? func(name).extent(dimension) : extent_by_readers(name, dimension);
    return known->second;
}

Extent Script::extent_by_readers(const std::string& name, int dimension) {
    const auto node = graph().nodes.find(name);
    if (node == graph().nodes.end()) return {}; // made for the schedule
    for (const std::string& consumer : node->second.consumers) {
        const std::vector<extraction::Stage>& stages = graph().at(consumer).stages;
        for (std::size_t s = 0; s < stages.size() && consumer != name; ++s) {
            if (may_read_less(stages[s])) continue;
            for (const Call* load : stages[s].loads) {
                const Variable* loop = load->name == name ? load->args[dimension].as<Variable>() : nullptr;
                if (Extent extent = loop ? extent_read(consumer, s, loop->name) : Extent{};
                    extent.expr.defined())
                    return extent;
            }
        }
    }
    return {};
}

} // namespace autoconfig
