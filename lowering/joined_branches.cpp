// Compares both sides of a branch without the masks of their loads.
#include "lowering/joined_branches.h"

#include "lowering/lets.h"
#include "lowering/masked_loads.h"

#include <utility>

namespace autoconfig::lowering {

namespace {

using namespace Halide::Internal;
using Halide::Expr;

/// Has all lanes of vectors that are loaded under a mask hold where a condition does.
class AllLanesWhere : public IRMutator {
public:
    explicit AllLanesWhere(Expr condition) : condition_(std::move(condition)) {}

private:
    Expr condition_;

    using IRMutator::visit;
    Expr visit(const Load* load) override {
        if (is_const_one(load->predicate)) return IRMutator::visit(load);
        const int lanes = load->type.lanes();
        Expr predicate = is_const_one(condition_)
                             ? const_true(lanes)
                             : Or::make(Broadcast::make(condition_, lanes), load->predicate);
        return Load::make(load->type, load->name, mutate(load->index), load->image, load->param,
                          std::move(predicate), load->alignment);
    }
};

/// Are all loads under a mask such that the target has them?
class LoadsUnderMasks : public IRVisitor {
public:
    explicit LoadsUnderMasks(const Halide::Target& target) : target_(target) {}
    bool are_there = true;

private:
    const Halide::Target& target_;

    using IRVisitor::visit;
    void visit(const Load* load) override {
        are_there =
            are_there && (is_const_one(load->predicate) || has_masked_loads(target_, load->type.bits()));
        IRVisitor::visit(load);
    }
};

class Joined : public IRMutator {
public:
    Joined(const std::string& buffer, const Halide::Target& target) : buffer_(buffer), target_(target) {}

private:
    const std::string& buffer_;
    const Halide::Target& target_;

    bool is_store(const Stmt& statement) const {
        const Store* store = statement.as<Store>();
        return store && store->name == buffer_;
    }

    using IRMutator::visit;
    Stmt visit(const IfThenElse* branch) override {
        if (!branch->else_case.defined()) return IRMutator::visit(branch);
        const Stmt whole = branch->then_case, masked = behind_lets(branch->else_case);
        const bool stores = is_store(whole) && is_store(masked) && branch->condition.type().is_scalar();
        if (!stores || !equal(whole, AllLanesWhere(const_true()).mutate(masked)))
            return IRMutator::visit(branch);
        LoadsUnderMasks loads(target_);
        masked.accept(&loads);
        return loads.are_there ? AllLanesWhere(branch->condition).mutate(branch->else_case)
                               : IRMutator::visit(branch);
    }
};

} // namespace

Stmt join_branches(const Stmt& body, const std::string& buffer, const Halide::Target& target) {
    return Joined(buffer, target).mutate(body);
}

} // namespace autoconfig::lowering
