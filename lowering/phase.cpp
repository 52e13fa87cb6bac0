// See phase.h.
#include "lowering/phase.h"

#include <algorithm>
#include <vector>

namespace autoconfig::lowering {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

/// Is each lane of the result that of its arguments?
bool goes_lane_by_lane(const Call& call) {
    return call.call_type == Call::PureExtern || call.is_intrinsic({Call::abs,
                                                                    Call::absd,
                                                                    Call::widening_add,
                                                                    Call::widening_sub,
                                                                    Call::widening_mul,
                                                                    Call::halving_add,
                                                                    Call::halving_sub,
                                                                    Call::rounding_halving_add,
                                                                    Call::saturating_add,
                                                                    Call::saturating_sub,
                                                                    Call::shift_left,
                                                                    Call::shift_right,
                                                                    Call::rounding_shift_left,
                                                                    Call::rounding_shift_right,
                                                                    Call::bitwise_and,
                                                                    Call::bitwise_or,
                                                                    Call::bitwise_xor,
                                                                    Call::bitwise_not,
                                                                    Call::mul_shift_right,
                                                                    Call::rounding_mul_shift_right});
}

} // namespace

Expr PhaseOfLanes::lost(const Expr& expr) {
    known_ = false;
    const Halide::Type type = expr.type();
    return make_zero(type.with_lanes(std::max(1, type.lanes() / count_)));
}

Expr PhaseOfLanes::visit(const Ramp* ramp) {
    if (ramp->base.type().is_vector()) return lost(ramp);
    const auto times = [&](int n) { return ramp->stride * make_const(ramp->stride.type(), n); };
    return Ramp::make(ramp->base + times(first_), times(count_), ramp->lanes / count_);
}

Expr PhaseOfLanes::visit(const Broadcast* same) {
    if (same->value.type().is_vector()) return lost(same);
    return Broadcast::make(same->value, same->lanes / count_);
}

Expr PhaseOfLanes::visit(const Variable* variable) {
    return variable->type.is_vector() ? lost(variable) : Expr(variable);
}

Expr PhaseOfLanes::visit(const Cast* cast) {
    return Cast::make(cast->type.with_lanes(cast->type.lanes() / count_), mutate(cast->value));
}

Expr PhaseOfLanes::visit(const Shuffle* shuffle) {
    const bool is_known = shuffle->is_interleave() && static_cast<int>(shuffle->vectors.size()) == count_;
    return is_known ? shuffle->vectors[static_cast<std::size_t>(first_)] : lost(shuffle);
}

Expr PhaseOfLanes::visit(const Call* call) {
    if (!goes_lane_by_lane(*call)) return lost(call);
    std::vector<Expr> args;
    for (const Expr& arg : call->args) args.push_back(arg.type().is_vector() ? mutate(arg) : arg);
    return Call::make(call->type.with_lanes(call->type.lanes() / count_), call->name, args, call->call_type);
}

// Such operations over lanes as would have to be taken apart themselves.
Expr PhaseOfLanes::visit(const Load* load) { return lost(load); }
Expr PhaseOfLanes::visit(const Let* let) { return lost(let); }
Expr PhaseOfLanes::visit(const VectorReduce* reduce) { return lost(reduce); }

} // namespace autoconfig::lowering
