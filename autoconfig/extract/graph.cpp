// Builds the Graph: one walk over each definition.
#include "autoconfig/extract/graph.h"

#include "autoconfig/extract/functions.h"
#include "autoconfig/extract/legality/hand_schedules.h"
#include "autoconfig/extract/legality/indexed_by_halves.h"
#include "autoconfig/extract/legality/merged_casts.h"
#include "autoconfig/extract/legality/zero_divisors.h"
#include "autoconfig/extract/scheduled.h"

#include <algorithm>
#include <set>

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

/// Replaces each Let by its value, and what is the same by one node, as LLVM computes it once: values are
/// shared, not copied, so the result is a graph of at most the size of what came in.
class WriteOutLets : public IRMutator {
    std::map<std::string, Expr> values;
    std::map<const IRNode*, Expr> written;
    std::set<Expr, IRDeepCompare> nodes; // their parts are among them, and so told apart at once

    using IRMutator::visit;
    Expr visit(const Let* op) override {
        values[op->name] = mutate(op->value);
        return mutate(op->body);
    }
    Expr visit(const Variable* op) override {
        const auto value = values.find(op->name);
        return value == values.end() ? Expr(op) : value->second;
    }

public:
    using IRMutator::mutate;
    Expr mutate(const Expr& expr) override {
        if (!expr.defined()) return expr;
        const auto known = written.find(expr.get());
        if (known != written.end()) return known->second;
        const Expr one = *nodes.insert(IRMutator::mutate(expr)).first;
        return written[expr.get()] = one;
    }
};

class FindLoads : public IRGraphVisitor {
    const bool nested;

    using IRGraphVisitor::visit;
    void visit(const Call* op) override {
        if (is_load(op)) found.push_back(op);
        if (nested || !is_load(op)) IRGraphVisitor::visit(op);
    }

public:
    explicit FindLoads(bool nested) : nested(nested) {}
    std::vector<const Call*> found;
};

std::vector<Expr> without_lets(const std::vector<Expr>& exprs) {
    WriteOutLets write_out;
    std::vector<Expr> result;
    for (const Expr& expr : exprs) result.push_back(write_out.mutate(expr));
    return result;
}

/// The definition holds every node the Stage points to, or the Stage's own Exprs do.
Stage stage_of(const Definition& definition) {
    Stage stage;
    stage.args = without_lets(definition.args());
    stage.values = without_lets(definition.values());
    stage.rvars = definition.schedule().rvars();
    stage.conditions = definition.split_predicate();
    FindLoads loads(true);
    for (const auto* exprs : {&stage.args, &stage.values})
        for (const Expr& expr : *exprs) expr.accept(&loads);
    stage.loads = loads.found;
    stage.picked_by = loads_in(definition.predicate(), true);
    stage.loads.insert(stage.loads.end(), stage.picked_by.begin(), stage.picked_by.end());
    return stage;
}

Node node_of(const Function& function) {
    Node node;
    node.function = function;
    node.scheduled = is_scheduled(function);
    if (function.has_pure_definition()) node.stages.push_back(stage_of(function.definition()));
    for (const Definition& update : function.updates()) node.stages.push_back(stage_of(update));
    return node;
}

} // namespace

bool is_variable(const Expr& index, const std::string& name) {
    const auto* variable = index.as<Variable>();
    return variable && variable->name == name;
}

bool is_own_place(const std::vector<Expr>& indices, const Node& node) {
    const std::vector<std::string>& own = node.function.args();
    return std::equal(indices.begin(), indices.end(), own.begin(), own.end(), is_variable);
}

bool is_load(const Call* call) { return call->call_type == Call::Halide || call->call_type == Call::Image; }

std::vector<const Call*> loads_in(const Expr& expr, bool nested) {
    FindLoads loads(nested);
    expr.accept(&loads);
    return loads.found;
}

Graph::Graph(const Halide::Pipeline& pipeline) {
    const Functions functions(pipeline);
    order = functions.order();
    for (const auto& [name, function] : functions.all) nodes.emplace(name, node_of(function));
    for (const Function& output : functions.outputs) nodes.at(output.name()).output = true;
    for (const auto& [name, function] : functions.all)
        for (const auto& call : find_direct_calls(function))
            if (call.first != name) nodes.at(call.first).consumers.push_back(name);
    for (const auto& [func, why] : left_by_hand_schedules(*this)) {
        nodes.at(func).scheduled = true;
        nodes.at(func).left = why;
    }
    for (const std::string& func : indexed_by_halves(*this))
        nodes.at(func).kept = "halves of a row in an index";
    for (const std::string& func : casts_that_would_merge(*this)) nodes.at(func).kept = "casts would merge";
    for (const std::string& func : zero_divisors(*this))
        if (const auto node = nodes.find(func); node != nodes.end()) node->second.kept = "0, and a divisor";
}

const Node* Graph::callee(const Call* load) const {
    if (load->call_type != Call::Halide) return nullptr;
    const auto node = nodes.find(load->name);
    return node == nodes.end() ? nullptr : &node->second;
}

} // namespace autoconfig::extraction
