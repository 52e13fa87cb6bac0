// Activations by exp alone: Halide computes exp of f32 vectors in line, but calls libm's scalar tanh for
// each lane.
#include "generators/activation.h"

#include "autoconfig/halide_compat.h"

namespace autoconfig {

namespace {

using Halide::Expr;

Expr number(double value, const Expr& like) { return Halide::cast(like.type(), Expr(value)); }

Expr sigmoid(const Expr& x) { return number(1, x) / (number(1, x) + Halide::exp(-x)); }

/// 2 sigmoid(2x) - 1; near zero, where that cancels, the series x - x^3/3 + 2x^5/15 - 17x^7/315 (its next
/// term, 62/2835 x^9, is below half a unit of f32 in the last place for |x| < 1/8).
Expr tanh_of(const Expr& x) {
    const Expr x2 = x * x;
    const Expr series =
        x + x * x2 * (number(-1.0 / 3, x) + x2 * (number(2.0 / 15, x) + x2 * number(-17.0 / 315, x)));
    const Expr far = number(2, x) * sigmoid(number(2, x) * x) - number(1, x);
    return Halide::select(Halide::abs(x) < number(0.125, x), series, far);
}

/// x/2 (1 + tanh(u)) = x sigmoid(2u).
Expr gelu(const Expr& x) {
    const Expr u = number(0.7978845608028654, x) * (x + number(0.044715, x) * x * x * x);
    return x * sigmoid(number(2, x) * u);
}

Expr gelu_erf(const Expr& x) {
    return number(0.5, x) * x * (number(1, x) + Halide::erf(x * number(0.7071067811865476, x)));
}

void check(Activation activation, Halide::Type type) {
    const bool any_type = activation == Activation::none || activation == Activation::relu;
    if (!any_type && !type.is_float())
        compat::user_error("an activation other than none and relu needs a float type");
    if (activation == Activation::gelu_erf && type.bits() != 32)
        compat::user_error("activation gelu_erf needs type f32: Halide's erf has no other; use gelu");
}

} // namespace

const std::map<std::string, Activation>& activation_names() {
    static const std::map<std::string, Activation> names = {
        {"none", Activation::none},       {"relu", Activation::relu},         {"relu6", Activation::relu6},
        {"gelu", Activation::gelu},       {"gelu_erf", Activation::gelu_erf}, {"silu", Activation::silu},
        {"sigmoid", Activation::sigmoid}, {"tanh", Activation::tanh}};
    return names;
}

Expr apply(Activation activation, const Expr& x) {
    check(activation, x.type());
    switch (activation) {
    case Activation::relu: return Halide::max(x, number(0, x));
    case Activation::relu6: return Halide::clamp(x, number(0, x), number(6, x));
    case Activation::gelu: return gelu(x);
    case Activation::gelu_erf: return gelu_erf(x);
    case Activation::silu: return x * sigmoid(x);
    case Activation::sigmoid: return sigmoid(x);
    case Activation::tanh: return x.type().bits() == 32 ? tanh_of(x) : Halide::tanh(x);
    case Activation::none: break;
    }
    return x;
}

} // namespace autoconfig
