// What passes over innermost loops have in common.
#pragma once

#include <Halide.h>

#include <utility>

namespace autoconfig::lowering {

/// Finds the serial loops of lowered code that have no loops in them.
class InnermostLoops : public Halide::Internal::IRMutator {
protected:
    using IRMutator::visit;
    Halide::Internal::Stmt visit(const Halide::Internal::For* loop) override {
        innermost_ = true;
        Halide::Internal::Stmt result = IRMutator::visit(loop);
        const bool is_innermost = std::exchange(innermost_, false);
        return is_innermost && loop->for_type == Halide::Internal::ForType::Serial ? rewritten(result)
                                                                                   : result;
    }

private:
    bool innermost_ = true; // of the statements seen since the loop around began

    /// What becomes of such a loop.
    virtual Halide::Internal::Stmt rewritten(const Halide::Internal::Stmt& loop) = 0;
};

} // namespace autoconfig::lowering
