// How much arithmetic an expression takes, in vector instructions an element.
#pragma once

#include "autoconfig/extract/graph.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace autoconfig::extraction {

/// Which Funcs live in memory and which are recomputed where they are read.
class Placement {
public:
    /// `stored`: Funcs that somebody will compute although they could be inlined.
    Placement(const Graph& graph, std::set<std::string> stored);
    /// The Func behind a load when it is inlined there, else nullptr.
    const Node* inlined(const Halide::Internal::Call* load) const;

private:
    const Graph& graph;
    std::set<std::string> stored;
};

/// Instructions of a function that the C library computes lane by lane, of a lane: two in each of its cycles.
/// 0 for what Halide has instructions or polynomials for. [f32, glibc 2.36, cycles: sin and cos 9, asin 11,
/// acos 14, atan 16, cosh 22, tan 24, sinh and tanh 30, atan2 34; bench/words/library_calls, EPYC (Zen 5,
/// family 26 model 2, 2 cores, KVM), 2026-11-29]
double instructions_a_lane(const std::string& function);
constexpr double lanes_called = 8; // of a vector where it is not known how many it has

class Arithmetic {
public:
    explicit Arithmetic(const Placement& placement) : placement(placement) {}

    /// One node is one instruction; loads, constants and indices but those that boundary conditions clamp are
    /// free; what an inlined Func computes is added; shared subexpressions count once. exp, log and pow weigh
    /// what Halide's polynomials for them take, other functions of the C library
    /// a call for each of `lanes_called`.
    double of(const std::vector<Halide::Expr>& exprs);
    /// Of a call of a function by itself, whatever makes its arguments.
    double of_call(const Halide::Internal::Call* call);
    /// The same where every branch tagged likely() is taken, as in the steady state that Halide cuts out of
    /// loops: inside of boundary conditions.
    double inside(const std::vector<Halide::Expr>& exprs);

private:
    friend class Count;
    enum class Where { Everywhere, Inside };
    double of(const std::vector<Halide::Expr>& exprs, Where where);
    double of_func(const Node& node, Where where);

    const Placement& placement;
    std::map<std::pair<std::string, Where>, double> funcs; // memo of of_func
};

} // namespace autoconfig::extraction
