// Every so many lanes of a vector.
#pragma once

#include <Halide.h>

namespace autoconfig::lowering {

/// Makes of an expression its lanes `first`, `first + count`, ...: of ramps, broadcasts, what is interleaved
/// of `count` vectors, arithmetic and calls that go lane by lane.
class PhaseOfLanes : public Halide::Internal::IRGraphMutator {
public:
    PhaseOfLanes(int first, int count) : first_(first), count_(count) {}

    /// It is made of nothing else. Otherwise what comes out means nothing.
    bool known() const { return known_; }

protected:
    const int first_, count_;

    Halide::Expr lost(const Halide::Expr& expr);

    using IRGraphMutator::visit;
    Halide::Expr visit(const Halide::Internal::Ramp* ramp) override;
    Halide::Expr visit(const Halide::Internal::Broadcast* same) override;
    Halide::Expr visit(const Halide::Internal::Variable* variable) override;
    Halide::Expr visit(const Halide::Internal::Cast* cast) override;
    Halide::Expr visit(const Halide::Internal::Shuffle* shuffle) override;
    Halide::Expr visit(const Halide::Internal::Call* call) override;
    Halide::Expr visit(const Halide::Internal::Load* load) override;
    Halide::Expr visit(const Halide::Internal::Let* let) override;
    Halide::Expr visit(const Halide::Internal::VectorReduce* reduce) override;

private:
    bool known_ = true;
};

} // namespace autoconfig::lowering
