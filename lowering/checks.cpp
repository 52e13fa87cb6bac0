// Lowering passes that part what Halide would gather, and keep what it would drop.
#include "lowering/checks.h"

#include "autoconfig/halide_compat.h"

namespace autoconfig::lowering {

namespace {

using namespace Halide::Internal;

/// Puts an empty statement after every check that another statement follows.
class ChecksApart : public IRMutator {
    using IRMutator::visit;

    Stmt visit(const Block* block) override {
        Stmt rest = mutate(block->rest);
        if (block->first.as<AssertStmt>()) rest = Block::make(Evaluate::make(0), rest);
        return Block::make(mutate(block->first), rest);
    }
};

/// Of a requirement the error, of another check nothing.
Halide::Expr error_of_requirement(const Stmt& check) {
    const auto* assertion = check.as<AssertStmt>();
    const auto* error = assertion ? assertion->message.as<Call>() : nullptr;
    return error && error->name == "halide_error_requirement_failed" ? assertion->message : Halide::Expr();
}

class RequirementsAsBranches : public IRMutator {
    using IRMutator::visit;

    Stmt visit(const Block* block) override {
        const Halide::Expr error = error_of_requirement(block->first);
        if (!error.defined()) return IRMutator::visit(block);
        return IfThenElse::make(block->first.as<AssertStmt>()->condition, mutate(block->rest),
                                Evaluate::make(error));
    }
    Stmt visit(const AssertStmt*) override { return Evaluate::make(0); }
};

} // namespace

void check_one_by_one(Halide::Pipeline& pipeline) { pipeline.add_custom_lowering_pass(new ChecksApart); }

Halide::Target keep_requirements(Halide::Pipeline& pipeline, const Halide::Target& target) {
    if (!target.has_feature(Halide::Target::NoAsserts)) return target;
    pipeline.add_custom_lowering_pass(new RequirementsAsBranches);
    return compat::drops_checks_before_passes ? target.without_feature(Halide::Target::NoAsserts) : target;
}

} // namespace autoconfig::lowering
