// The longest way through a definition's values.
#include "autoconfig/extract/depth.h"

#include "autoconfig/extract/access/affine.h"
#include "autoconfig/extract/access/scattered.h"
#include "autoconfig/extract/access/tags.h"
#include "autoconfig/extract/arithmetic.h"
#include "autoconfig/extract/from_parts.h"

#include <algorithm>

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

/// In instructions of four cycles (uops.info, Skylake-X: VDIVPS 11 to 18, VPMULUDQ and what corrects it;
/// VPADDD, VPMINSD and VPBLENDVB one or two).
constexpr double divide = 4, divide_constant = 5, divide_integer = 20, quick = 0.25;

/// Square roots, and what is a polynomial.
double function(const Call* call, Arithmetic& arithmetic) {
    if (call->is_intrinsic()) return 1;
    if (call->name.compare(0, 5, "sqrt_") == 0) return divide;
    return std::max(1.0, arithmetic.of_call(call) / 2);
}

double division(const Expr& a, const Expr& b) {
    if (a.type().is_float()) return is_const(b) ? 1 : divide;
    return is_power_of_two(b) ? 1 : is_const(b) ? divide_constant : divide_integer;
}

/// Of integers or masks, in one cycle.
bool is_quick(const Expr& expr) {
    if (expr.as<Select>()) return true;
    const bool computes = expr.as<Mul>() || expr.as<Cast>() || expr.as<Call>();
    return !computes && !expr.type().is_float();
}

/// The longest ways to a node.
struct Ways {
    double all = 0, from_loads = -1; // -1: there is none
};

class Depth : public FromParts<Ways> {
public:
    explicit Depth(const Graph& graph) : placement_(graph, {}), arithmetic_(placement_) {}

private:
    Ways both(Ways a, Ways b) const override {
        return {std::max(a.all, b.all), std::max(a.from_loads, b.from_loads)};
    }
    Ways with_own(const Expr& expr, Ways of_parts) override {
        const Call* call = expr.as<Call>();
        if (call && is_load(call)) return {of_parts.all, of_parts.all};
        const double here = own(expr);
        return {of_parts.all + here, of_parts.from_loads < 0 ? -1 : of_parts.from_loads + here};
    }
    void include_parts(const Expr& expr) override {
        const Call* call = expr.as<Call>();
        if (!call || !is_load(call)) return expr.accept(this);
        for (const Expr& index : call->args) // others are scalar arithmetic, and hoisted
            if (is_irregular(index)) include(index);
    }

    double own(const Expr& expr) {
        if (is_const(expr) || expr.as<Variable>()) return 0;
        if (const Div* op = expr.as<Div>()) return division(op->a, op->b);
        if (const Mod* op = expr.as<Mod>()) return division(op->a, op->b);
        const Call* call = expr.as<Call>();
        if (!call) return is_quick(expr) ? quick : 1;
        return is_likely(call) ? 0 : function(call, arithmetic_);
    }

    Placement placement_;
    Arithmetic arithmetic_;
};

} // namespace

double depth_of(const Stage& stage, const Graph& graph) {
    Depth depth(graph);
    double most = 0;
    for (const Expr& value : stage.values) most = std::max(most, depth.of(value).from_loads);
    return most;
}

} // namespace autoconfig::extraction
