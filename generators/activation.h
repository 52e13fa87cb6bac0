// The elementwise functions a contraction may end with.
#pragma once

#include <Halide.h>

#include <map>
#include <string>

namespace autoconfig {

enum class Activation { none, relu, relu6, gelu, gelu_erf, silu, sigmoid, tanh };

/// "none", "relu", ... as generators and the command line call them.
const std::map<std::string, Activation>& activation_names();

/// activation(x), in the type of x. Integers: none and relu only; gelu_erf: f32 only; else a Halide user
/// error. relu6 is min(max(x, 0), 6); gelu is the tanh form: x/2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3)))
/// (Hendrycks and Gimpel, arXiv 1606.08415); gelu_erf is x/2 (1 + erf(x / sqrt(2))); silu is x sigmoid(x).
Halide::Expr apply(Activation activation, const Halide::Expr& x);

} // namespace autoconfig
