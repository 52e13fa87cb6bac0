// A lowering pass over innermost loops of vectors.
#include "lowering/row_scalars.h"

#include "autoconfig/halide_compat.h"
#include "lowering/conditions.h"
#include "lowering/innermost_loops.h"
#include "lowering/invariant.h"
#include "lowering/lets.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace autoconfig::lowering {

namespace {

using namespace Halide::Internal;
using Halide::Expr;

/// What a loop changes: its names, and the buffers that it allocates or stores to.
class Changed : public IRVisitor {
public:
    explicit Changed(const Stmt& loop) : names(names_defined_in(loop)) { loop.accept(this); }

    std::set<std::string> names, buffers;
    bool unknown = false; // other code may change anything

private:
    using IRVisitor::visit;
    void visit(const Store* store) override {
        buffers.insert(store->name);
        IRVisitor::visit(store);
    }
    void visit(const Allocate* allocation) override {
        buffers.insert(allocation->name);
        IRVisitor::visit(allocation);
    }
    void visit(const Call* call) override {
        unknown = unknown || !call->is_pure();
        IRVisitor::visit(call);
    }
};

/// Is a number the same in all iterations, and made of what is loaded or of `known` names?
class Invariance : public IRGraphVisitor {
public:
    Invariance(const Expr& value, const Changed& changed, const std::set<std::string>& known)
        : changed_(changed), known_(known) {
        value.accept(this);
    }

    bool holds = true, is_made = false;

private:
    const Changed& changed_;
    const std::set<std::string>& known_;

    using IRGraphVisitor::visit;
    void visit(const Variable* variable) override {
        holds = holds && changed_.names.count(variable->name) == 0;
        is_made = is_made || known_.count(variable->name) > 0;
    }
    void visit(const Load* load) override {
        holds = holds && changed_.buffers.count(load->name) == 0;
        is_made = true;
        IRGraphVisitor::visit(load);
    }
    void visit(const Call* call) override {
        holds = holds && call->is_pure() && !call->is_intrinsic(Call::if_then_else);
        IRGraphVisitor::visit(call);
    }
};

/// Gives names to the numbers that the first iteration computes for certain, where `conditions` hold, and
/// that no iteration changes: those of vectors, and those that have a name within.
class NameNumbers : public IRMutator {
public:
    NameNumbers(const For& loop, const Changed& changed) : loop_(loop), changed_(changed) {}

    Lets numbers;
    std::vector<Expr> conditions; // that no iteration changes either

private:
    const For& loop_;
    const Changed& changed_;
    bool certain_ = true;
    std::set<std::string> names_;                // of numbers
    std::map<std::string, std::string> renamed_; // within

    /// May it be computed before the loop, and is it worth that?
    bool is_number(const Expr& value) const {
        if (!certain_ || !value.type().is_scalar() || value.type().is_handle()) return false;
        const Invariance invariance(value, changed_, names_);
        return invariance.holds && invariance.is_made;
    }

    /// Of what is loaded, and not just that: one instruction loads a number for all lanes.
    bool is_computed(const Expr& value) const {
        const Cast* cast = value.as<Cast>();
        const Load* load = cast ? cast->value.as<Load>() : value.as<Load>();
        return !value.as<Variable>() && is_number(value) && (!load || is_number(load->index));
    }

    Expr named(const Expr& value) {
        for (const auto& [name, number] : numbers)
            if (equal(number, value)) return Variable::make(value.type(), name);
        numbers.emplace_back(unique_name("number"), value);
        names_.insert(numbers.back().first);
        return Variable::make(value.type(), numbers.back().first);
    }

    /// The terms of a sum, each by itself.
    Expr with_named_terms(const Expr& value) {
        if (is_computed(value)) return named(value);
        const Add* sum = value.as<Add>();
        return sum ? with_named_terms(sum->a) + with_named_terms(sum->b) : value;
    }

    using IRMutator::visit;
    Expr visit(const Variable* variable) override {
        const auto renamed = renamed_.find(variable->name);
        return renamed == renamed_.end() ? Expr(variable) : Variable::make(variable->type, renamed->second);
    }
    Expr visit(const Broadcast* same) override {
        return Broadcast::make(with_named_terms(mutate(same->value)), same->lanes);
    }
    Expr visit(const Ramp* row) override {
        return Ramp::make(with_named_terms(mutate(row->base)), mutate(row->stride), row->lanes);
    }
    Expr visit(const Let* let) override { return without_number<Expr>(let); }
    Stmt visit(const LetStmt* let) override { return without_number<Stmt>(let); }

    template<typename Body, typename T>
    Body without_number(const T* let) {
        const Expr value = mutate(let->value);
        const auto around = renamed_.extract(let->name);
        const bool number = is_number(value);
        if (number) renamed_[let->name] = named(value).template as<Variable>()->name;
        Body body = mutate(let->body);
        renamed_.erase(let->name);
        if (around) renamed_[let->name] = around.mapped();
        return number ? body : T::make(let->name, value, body);
    }

    Stmt visit(const IfThenElse* choice) override {
        const Expr first = simplify(substitute(loop_.name, loop_.min, choice->condition));
        const Invariance invariance(first, changed_, names_); // made of nothing that may not be there
        const bool certain = certain_ && !is_const_zero(first) && invariance.holds && !invariance.is_made;
        if (certain && !is_const_one(first)) add_once(conditions, first);
        const bool around = std::exchange(certain_, certain);
        const Stmt then_case = mutate(choice->then_case);
        certain_ = false;
        const Stmt else_case = choice->else_case.defined() ? mutate(choice->else_case) : Stmt();
        certain_ = around;
        return IfThenElse::make(mutate(choice->condition), then_case, else_case);
    }
};

class RowScalars : public InnermostLoops {
    Stmt rewritten(const Stmt& stmt) override {
        const For* loop = stmt.as<For>();
        const Changed changed(stmt);
        NameNumbers name(*loop, changed);
        const Stmt body = changed.unknown ? loop->body : name.mutate(loop->body);
        if (name.numbers.empty()) return stmt;
        Stmt result = compat::loop_over(*loop, loop->min, loop->extent, body);
        for (auto number = name.numbers.rbegin(); number != name.numbers.rend(); ++number)
            result = LetStmt::make(number->first, number->second, result);
        Expr begins = loop->extent > 0;
        for (const Expr& condition : name.conditions) begins = begins && condition;
        begins = simplify(begins);
        if (is_const_one(begins)) return result;
        return IfThenElse::make(begins, result, name.conditions.empty() ? Stmt() : stmt);
    }
};

} // namespace

void compute_row_scalars_once(Halide::Pipeline& pipeline, const Halide::Target& target) {
    if (!target.has_gpu_feature()) pipeline.add_custom_lowering_pass(new RowScalars);
}

} // namespace autoconfig::lowering
