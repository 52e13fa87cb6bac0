// What comes after a contraction: epilogues, several consumers, outputs.
#include "cases.h"

#include "tests/support/vars.h"

namespace autoconfig::testing {

using namespace Halide;

namespace {

Pipeline bias_and_gelu() {
    MatmulFuncs m;
    ImageParam bias = input("bias", {64});
    Func biased("biased"), cube("cube");
    biased(x, y) = m.C(x, y) + bias(x);
    const Expr v = biased(x, y);
    m.out(x, y) = 0.5f * v * (1.0f + tanh(0.7978845608f * (v + 0.044715f * v * v * v)));
    return m.pipeline();
}

Pipeline other_vars() {
    MatmulFuncs m;
    Var i("i"), j("j");
    m.out(i, j) = max(m.C(i, j), 0.0f);
    return bounded(m.out, {64, 32});
}

Pipeline transposed_consumer() {
    MatmulFuncs m;
    m.out(y, x) = m.C(x, y);
    return bounded(m.out, {32, 64});
}

/// Sums in lanes, as their author vectorised them: vectors of the result as it is.
Pipeline transposed_lanes() {
    ImageParam A = input("A", {128, 64}), v = input("v", {128});
    RDom k(0, 16, "k");
    Func lanes("lanes"), out("out");
    lanes(x, y) += A(8 * k + x, y) * v(8 * k + x);
    out(y, x) = lanes(x, y);
    return bounded(out, {64, 8});
}

Pipeline shifted_consumer() {
    MatmulFuncs m;
    m.out(x, y) = m.C(x, y) + m.C(x + 1, y);
    return m.pipeline();
}

Pipeline diagonal_consumer() {
    MatmulFuncs m;
    m.out(x) = m.C(x, x);
    return bounded(m.out, {32});
}

Pipeline reduced_consumer() {
    MatmulFuncs m;
    RDom j(0, 64, "j");
    m.out(y) += m.C(j, y);
    return bounded(m.out, {32});
}

Pipeline chain_then_stencil() {
    MatmulFuncs m;
    Func relu("relu");
    relu(x, y) = max(m.C(x, y), 0.0f);
    m.out(x, y) = relu(x, y) + relu(x + 1, y);
    return bounded(m.out, {63, 32});
}

Pipeline two_consumers() {
    MatmulFuncs m;
    Func doubled("doubled");
    doubled(x, y) = m.C(x, y) * 2.0f;
    m.out(x, y) = doubled(x, y) + m.C(x, y);
    return m.pipeline();
}

Pipeline two_outputs() {
    MatmulFuncs m;
    Func doubled("doubled");
    doubled(x, y) = m.C(x, y) * 2.0f;
    m.out(x, y) = doubled(x, y) + 1.0f;
    bounded(doubled, {64, 32});
    m.pipeline();
    return Pipeline({doubled, m.out});
}

Pipeline also_an_output() {
    MatmulFuncs m;
    m.out(x, y) = m.C(x, y) * 2.0f;
    bounded(m.C, {64, 32});
    m.pipeline();
    return Pipeline({m.C, m.out});
}

Pipeline scheduled_consumer() {
    MatmulFuncs m;
    m.out(x, y) = m.C(x, y) * 2.0f;
    m.out.vectorize(x, 8);
    return m.pipeline();
}

Pipeline scheduled_middle() {
    MatmulFuncs m;
    Func relu("relu");
    relu(x, y) = max(m.C(x, y), 0.0f);
    m.out(x, y) = relu(x, y) + 1.0f;
    relu.compute_root();
    return m.pipeline();
}

Pipeline tuple_consumer() {
    MatmulFuncs m;
    m.out(x, y) = Tuple(m.C(x, y), -m.C(x, y));
    return m.pipeline();
}

Pipeline extern_consumer() {
    MatmulFuncs m;
    m.out.define_extern("consume", {m.C}, Float(32), 2);
    m.out.bound(m.out.args()[0], 0, 64).bound(m.out.args()[1], 0, 32);
    return Pipeline(m.out);
}

Pipeline scalar_consumer() {
    ImageParam A = input("A", {128}), B = input("B", {128});
    RDom k(0, 128, "k");
    Func C("C"), out("out");
    C() += A(k) * B(k);
    out() = sqrt(C());
    return Pipeline(out);
}

/// Both products would run in the loops of `out`; the larger does.
Pipeline gated() {
    ImageParam G = input("G", {32, 32}), W = input("W", {64, 32});
    MatmulFuncs m;
    RDom j(0, 32, "j");
    Func gate("gate"), silu("silu");
    gate(x, y) += G(j, y) * W(x, j);
    silu(x, y) = gate(x, y) / (1.0f + exp(-gate(x, y)));
    m.out(x, y) = silu(x, y) * m.C(x, y);
    return m.pipeline();
}

std::string with_consumer(const std::string& consumer) {
    return "C: x=N64 y=M32 k$x=K128 a=A b=B -> " + consumer;
}

} // namespace

std::vector<Case> chain_cases() {
    return {
        {"bias_and_gelu", bias_and_gelu, {with_consumer("out")}},
        {"other_vars", other_vars, {with_consumer("out")}},
        {"transposed_lanes", transposed_lanes, {"lanes: x=batch8 y=M64 k$x=window16 a=A b=v -> -"}},
        {"transposed_consumer", transposed_consumer, {"C: y=N32 x=M64 k$x=K128 a=B b=A -> out"}},
        {"shifted_consumer", shifted_consumer, {"C: x=N65 y=M32 k$x=K128 a=A b=B -> -"}},
        {"diagonal_consumer", diagonal_consumer, {"C: x=N32 y=M32 k$x=K128 a=A b=B -> -"}},
        {"reduced_consumer", reduced_consumer, {with_consumer("-"), "out refused: reads only C: no product"}},
        {"chain_then_stencil", chain_then_stencil, {with_consumer("relu")}},
        {"two_consumers", two_consumers, {with_consumer("-")}},
        {"two_outputs", two_outputs, {with_consumer("doubled")}},
        {"also_an_output", also_an_output, {with_consumer("C")}},
        {"scheduled_consumer", scheduled_consumer, {with_consumer("-")}},
        {"scheduled_middle", scheduled_middle, {with_consumer("-")}},
        {"tuple_consumer", tuple_consumer, {with_consumer("out")}},
        {"extern_consumer", extern_consumer, {"C: x=N~64 y=M~32 k$x=K128 a=A b=B -> -"}},
        {"scalar_consumer", scalar_consumer, {"C: k$x=K128 a=A b=B -> out"}},
        {"gated", gated, {with_consumer("out"), "gate: x=N64 y=M32 j$x=K32 a=G b=W -> silu"}},
    };
}

} // namespace autoconfig::testing
