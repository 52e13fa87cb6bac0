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

/// In instructions of four cycles (uops.info, Skylake-X: VDIVPS 11 to 18, VPMULUDQ and what corrects it).
constexpr double divide = 4, divide_constant = 5, divide_integer = 20;

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

class Depth : public FromParts<double> {
public:
    explicit Depth(const Graph& graph) : placement_(graph, {}), arithmetic_(placement_) {}

private:
    double both(double a, double b) const override { return std::max(a, b); }
    double with_own(const Expr& expr, double of_parts) override { return of_parts + own(expr); }
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
        if (!call) return 1;
        return is_load(call) || is_likely(call) ? 0 : function(call, arithmetic_);
    }

    Placement placement_;
    Arithmetic arithmetic_;
};

} // namespace

double depth_of(const Stage& stage, const Graph& graph) {
    Depth depth(graph);
    double most = 0;
    for (const Expr& value : stage.values) most = std::max(most, depth.of(value));
    return most;
}

} // namespace autoconfig::extraction
