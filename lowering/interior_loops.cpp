// A lowering pass over the boundary conditions in innermost loops.
#include "lowering/interior_loops.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace autoconfig::lowering {

namespace {

using namespace Halide::Internal;
using Halide::Expr;

struct Loads : IRVisitor {
    bool found = false;

    using IRVisitor::visit;
    void visit(const Load*) override { found = true; }
};

bool loads(const Expr& value) {
    Loads visitor;
    value.accept(&visitor);
    return visitor.found;
}

/// Whether an expression has the same value in every step of a loop.
class Steady : public IRVisitor {
public:
    explicit Steady(const std::set<std::string>& varying) : varying_(varying) {}

    bool is(const Expr& value) {
        found_ = true;
        value.accept(this);
        return found_;
    }

private:
    const std::set<std::string>& varying_;
    bool found_ = true;

    using IRVisitor::visit;
    void visit(const Variable* variable) override { found_ = found_ && varying_.count(variable->name) == 0; }
    void visit(const Load*) override { found_ = false; }
    void visit(const Call*) override { found_ = false; }
};

/// The loop's own name and those that are defined in it.
class Varying : public IRVisitor {
public:
    std::set<std::string> names;

private:
    using IRVisitor::visit;
    void visit(const For* loop) override {
        names.insert(loop->name);
        IRVisitor::visit(loop);
    }
    void visit(const Let* let) override {
        names.insert(let->name);
        IRVisitor::visit(let);
    }
    void visit(const LetStmt* let) override {
        names.insert(let->name);
        IRVisitor::visit(let);
    }
};

/// A boundary condition: one side is loaded, the other one is not.
struct Edge {
    Expr outside; // the scalar condition
    Expr inside_value;

    static Edge of(const Select& select) {
        const bool first = loads(select.true_value), second = loads(select.false_value);
        const Broadcast* same = select.condition.as<Broadcast>(); // in all lanes
        const Expr condition = same ? same->value : select.condition;
        if (first == second || !condition.type().is_scalar()) return {};
        return first ? Edge{Not::make(condition), select.true_value} : Edge{condition, select.false_value};
    }
};

/// Leaves out the boundary conditions that a loop does not change.
class Interior : public IRMutator {
public:
    explicit Interior(const std::set<std::string>& varying) : steady_(varying) {}

    std::vector<Expr> outside; // what must not hold for that, each once

private:
    Steady steady_;

    using IRMutator::visit;
    Expr visit(const Select* select) override {
        const Edge edge = Edge::of(*select);
        if (!edge.outside.defined() || !steady_.is(edge.outside)) return IRMutator::visit(select);
        const bool known = std::any_of(outside.begin(), outside.end(),
                                       [&](const Expr& other) { return equal(other, edge.outside); });
        if (!known) outside.push_back(edge.outside);
        return mutate(edge.inside_value);
    }
};

class InteriorLoops : public IRMutator {
    bool innermost_ = true; // of the statements seen since the loop around began

    using IRMutator::visit;
    Stmt visit(const For* loop) override {
        innermost_ = true;
        Stmt result = IRMutator::visit(loop);
        const bool is_innermost = innermost_;
        innermost_ = false;
        if (!is_innermost || loop->for_type != ForType::Serial) return result;
        Varying varying;
        result.accept(&varying);
        Interior interior(varying.names);
        const Stmt inside = interior.mutate(result);
        if (interior.outside.empty()) return result;
        Expr anywhere = interior.outside.front();
        for (std::size_t i = 1; i < interior.outside.size(); ++i)
            anywhere = Or::make(anywhere, interior.outside[i]);
        return IfThenElse::make(Not::make(anywhere), inside, result);
    }
};

} // namespace

void add_interior_loops(Halide::Pipeline& pipeline, const Halide::Target& target) {
    if (!target.has_gpu_feature()) pipeline.add_custom_lowering_pass(new InteriorLoops);
}

} // namespace autoconfig::lowering
