// A lowering pass that parts what Halide would gather.
#include "lowering/checks.h"

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

} // namespace

void check_one_by_one(Halide::Pipeline& pipeline) { pipeline.add_custom_lowering_pass(new ChecksApart); }

} // namespace autoconfig::lowering
