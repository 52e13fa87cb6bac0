// A lowering pass over the indices of vectors.
#include "lowering/lane_phases.h"

#include "lowering/gathers.h"
#include "lowering/let_scopes.h"
#include "lowering/lets.h"
#include "lowering/phase.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace autoconfig::lowering {

namespace {

using namespace Halide::Internal;
using Halide::Expr;

constexpr std::int64_t most_phases = 4;

/// Shifts by constants, as the quotients and products that Halide makes them of.
class WithoutShifts : public IRMutator {
    using IRMutator::visit;
    Expr visit(const Call* call) override {
        const bool right = call->is_intrinsic(Call::shift_right), left = call->is_intrinsic(Call::shift_left);
        if (!(right || left) || !call->type.is_int()) return IRMutator::visit(call);
        const Expr bits = simplify(Cast::make(call->type, call->args[1]));
        const auto number = as_const_int(bits);
        if (!number || *number < 0 || *number >= call->type.bits() - 1) return IRMutator::visit(call);
        const Expr a = mutate(call->args[0]), power = make_const(call->type, std::int64_t{1} << *number);
        return right ? a / power : a * power;
    }
};

Expr in_plain_arithmetic(const Expr& expr) { return WithoutShifts().mutate(lower_intrinsics(expr)); }

/// The first divisor of an index that parts its lanes evenly, or what is interleaved there; 1 where there is
/// none.
class PhaseCount : public IRVisitor {
public:
    explicit PhaseCount(const Expr& index) { index.accept(this); }
    int count = 1;

private:
    using IRVisitor::visit;
    void visit(const Div* quotient) override { by(quotient); }
    void visit(const Mod* remainder) override { by(remainder); }
    void visit(const Shuffle* shuffle) override {
        if (shuffle->is_interleave() && shuffle->vectors.size() <= most_phases && count == 1)
            count = static_cast<int>(shuffle->vectors.size());
    }

    template<typename Operation>
    void by(const Operation* operation) {
        const auto divisor = as_const_int(operation->b);
        const bool parts =
            divisor && *divisor > 1 && *divisor <= most_phases && operation->type.lanes() % *divisor == 0;
        if (parts && count == 1) count = static_cast<int>(*divisor);
        IRVisitor::visit(operation);
    }
};

class PhasesApart : public LetMutator {
    Lets lets_;

    void enter(const std::string& name, const Expr& value) override { lets_.emplace_back(name, value); }
    void leave() override { lets_.pop_back(); }

    using LetMutator::visit;
    Expr visit(const Load* load) override {
        const Expr apart = is_gather(*load) ? loaded_apart(load) : Expr();
        return apart.defined() ? apart : IRMutator::visit(load);
    }

    /// Undefined where the lanes of a phase are neither neighbours, or elements a few apart, nor one for all.
    Expr loaded_apart(const Load* load) const {
        const Lets named = of_vectors(lets_); // others stay
        const Expr index = in_plain_arithmetic(spelled_out(load->index, named));
        const Expr predicate = in_plain_arithmetic(spelled_out(load->predicate, named));
        const int count = PhaseCount(index).count;
        if (count == 1 || load->type.lanes() == count) return Expr(); // no vectors are left
        std::vector<Expr> parts;
        for (int first = 0; first < count; ++first) {
            PhaseOfLanes phase(first, count);
            const Expr places = simplify(phase.mutate(index)), loaded = simplify(phase.mutate(predicate));
            const Ramp* row = phase.known() ? places.as<Ramp>() : nullptr;
            const auto stride = as_const_int(row ? row->stride : Expr());
            const bool goes_on = stride && *stride >= 1 && *stride <= most_phases;
            if (!goes_on && !(phase.known() && places.as<Broadcast>())) return Expr();
            parts.push_back(Load::make(load->type.with_lanes(load->type.lanes() / count), load->name, places,
                                       load->image, load->param, loaded, ModulusRemainder()));
        }
        return Shuffle::make_interleave(parts);
    }
};

} // namespace

void load_phases_apart(Halide::Pipeline& pipeline, const Halide::Target& target) {
    if (!target.has_gpu_feature()) pipeline.add_custom_lowering_pass(new PhasesApart);
}

} // namespace autoconfig::lowering
