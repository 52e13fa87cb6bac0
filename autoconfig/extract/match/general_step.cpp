// See general_step.h.
#include "autoconfig/extract/match/general_step.h"

#include "autoconfig/extract/access/affine.h"
#include "autoconfig/extract/arithmetic.h"
#include "autoconfig/extract/legality/defects.h"
#include "autoconfig/extract/match/factors.h"
#include "autoconfig/extract/work.h"

#include <algorithm>
#include <set>

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

/// Of inlined Funcs; more than anybody writes a step in.
constexpr int most_levels = 4;

/// Replaces what reads one operand alone by a variable, the largest parts of it.
class Part : public IRGraphMutator {
    Product& product;
    int parts = 0;

    /// The side whose load alone is read, or none.
    Side* only_side(const Expr& e) {
        bool reads[2] = {false, false};
        for (const Call* load : loads_in(e, false)) {
            reads[0] = reads[0] || graph_equal(Expr(load), Expr(product.first.load));
            reads[1] = reads[1] || graph_equal(Expr(load), Expr(product.second.load));
        }
        if (reads[0] == reads[1]) return nullptr;
        return reads[0] ? &product.first : &product.second;
    }

    using IRGraphMutator::mutate;
    using IRGraphMutator::visit;

public:
    explicit Part(Product& product) : product(product) {}
    Expr mutate(const Expr& e) override {
        Side* side = only_side(e);
        if (!side) return IRGraphMutator::mutate(e);
        side->factors.push_back(e);
        return Variable::make(e.type(), "part" + std::to_string(parts++));
    }
};

/// Replaces loads by the names of what they read.
class Name : public IRGraphMutator {
    using IRGraphMutator::visit;
    Expr visit(const Call* op) override {
        return is_load(op) ? Variable::make(op->type, op->name) : IRGraphMutator::visit(op);
    }
};

class FindConstants : public IRGraphVisitor {
    using IRGraphVisitor::visit;
    void visit(const IntImm* op) override { found.insert(op); }
    void visit(const UIntImm* op) override { found.insert(op); }
    void visit(const FloatImm* op) override { found.insert(op); }

public:
    std::set<const void*> found;
};

/// Loads of Funcs that are made where they are read, and nowhere else, with their bodies for them.
class InlineOnce : public IRGraphMutator {
    const Node& reader;
    const Graph& graph;
    std::vector<std::string>& through; // their names

    using IRGraphMutator::visit;
    Expr visit(const Call* op) override {
        if (!is_load(op)) return IRGraphMutator::visit(op);
        const Node* callee = written_out(op, reader, graph);
        if (!callee) return op;
        if (std::find(through.begin(), through.end(), op->name) == through.end()) through.push_back(op->name);
        return body_at(*callee, op->args);
    }

public:
    InlineOnce(const Node& reader, const Graph& graph, std::vector<std::string>& through)
        : reader(reader), graph(graph), through(through) {}
};

/// `between`: the combined term with variables for the parts of the operands.
GeneralStep step_of(const CombinedTerm& combined, const Expr& result, const Expr& between, const Work& work) {
    FindConstants constants;
    between.accept(&constants);
    GeneralStep step;
    step.expression = text(combined.with(result, Name().mutate(combined.term)));
    step.instructions = work.register_bytes / result.type().bytes() + lanes_called * work.call_instructions;
    step.temporaries = 1 + static_cast<int>(constants.found.size());
    return step;
}

} // namespace

Product find_pair(const Node& node, const CombinedTerm& combined, const Graph& graph) {
    if (node.function.output_types()[0].is_bool())
        return Product::refused("of booleans, Halide makes no vectors");
    const std::vector<std::string> loops = loop_names(node);
    CombinedTerm whole = combined;
    Product product;
    std::vector<const Call*> loads = moving_loads(whole.term, loops);
    for (int level = 0; level < most_levels && loads.size() != 2; level++) {
        const Expr inlined = InlineOnce(node, graph, product.through).mutate(whole.term);
        if (inlined.same_as(whole.term)) break;
        whole.term = inlined;
        loads = moving_loads(whole.term, loops);
    }
    if (loads.size() != 2) return Product::refused("reads " + std::to_string(loads.size()) + " operands");
    product.first.load = loads[0];
    product.second.load = loads[1];
    const Expr between = Part(product).mutate(whole.term);
    if (uses_any(between, loops)) return Product::refused("depends on a loop beside what it reads");
    for (const Side* side : {&product.first, &product.second})
        for (const Expr& part : side->factors)
            if (uses_any(part, other_loops(side->load, loops)))
                return Product::refused("a part of " + side->load->name +
                                        " depends on a loop that does not index it");
    const Expr result = Variable::make(node.function.output_types()[0], node.function.name());
    Stage stage;
    stage.values = {whole.with(result, between)};
    const Work work = work_of(stage, {}, graph, {Outcome()});
    if (defects::applies(Defect::NarrowsDoubles) && work.f64 && work.narrow)
        return Product::refused("of bytes in f64, Halide makes no vectors");
    product.step = step_of(whole, result, between, work);
    return product;
}

} // namespace autoconfig::extraction
