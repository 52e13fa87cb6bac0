// Producers first, so that a dimension which only names an unused one further up is unused as well.
#include "autoconfig/extract/legality/used_dimensions.h"

#include "autoconfig/extract/access/declared_region.h"
#include "autoconfig/extract/legality/defects.h"

#include <algorithm>

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

using Used = std::map<std::string, std::vector<bool>>;

class FindVariables : public IRGraphVisitor {
    const Used& used;

    using IRGraphVisitor::visit;
    void visit(const Variable* op) override { found.insert(op->name); }
    void visit(const Sub* op) override {
        if (!op->a.same_as(op->b)) IRGraphVisitor::visit(op); // what is 0 uses nothing
    }
    void visit(const Call* op) override {
        const auto known = used.find(op->name);
        if (op->call_type != Call::Halide || known == used.end()) return IRGraphVisitor::visit(op);
        for (std::size_t d = 0; d < op->args.size(); ++d)
            if (known->second[d]) include(op->args[d]);
    }

public:
    explicit FindVariables(const Used& used) : used(used) {}
    std::set<std::string> found;
};

} // namespace

UsedDimensions::UsedDimensions(const Graph& graph) : graph_(graph) {
    for (const std::string& name : graph.order)
        if (graph.at(name).inlinable() && !graph.at(name).stages.empty())
            used_[name] = used_by(graph.at(name));
}

std::vector<bool> UsedDimensions::used_by(const Node& node) const {
    FindVariables variables(used_);
    for (const Expr& value : node.stages.front().values) value.accept(&variables);
    std::vector<bool> used;
    for (const std::string& loop : node.function.args()) used.push_back(variables.found.count(loop) > 0);
    return used;
}

bool UsedDimensions::hides_a_reader(const Call* load) const {
    if (!defects::applies(Defect::LosesReadersOfUnusedIndices)) return false;
    const auto known = used_.find(load->name);
    if (load->call_type != Call::Halide || known == used_.end()) return false;
    for (std::size_t d = 0; d < load->args.size(); ++d) {
        if (known->second[d]) continue;
        for (const Call* inner : loads_in(load->args[d], true))
            if (const Node* node = graph_.callee(inner); node && !passed_through(*node)) return true;
    }
    return false;
}

} // namespace autoconfig::extraction
