// Several contractions in one pipeline, and pipelines without any.
#include "cases.h"

#include "tests/support/vars.h"

namespace autoconfig::testing {

using namespace Halide;

namespace {

const Var i("i"), j("j"), h("h");

Pipeline three_matrices(bool bound_the_output) {
    ImageParam A(Float(32), 2, "A"), B(Float(32), 2, "B"), C(Float(32), 2, "C");
    RDom k(0, A.width(), "k"), l(0, B.width(), "l");
    Func AB("AB"), ABC("ABC");
    AB(x, y) += A(k, y) * B(x, k);
    ABC(x, y) += AB(l, y) * C(x, l);
    A.set_estimates({{0, 128}, {0, 32}});
    B.set_estimates({{0, 64}, {0, 128}});
    C.set_estimates({{0, 16}, {0, 64}});
    if (bound_the_output) return bounded(ABC, {16, 32});
    return Pipeline(ABC);
}

Pipeline two_layers() {
    ImageParam in = input("in", {128, 32}), W1 = input("W1", {64, 128}), W2 = input("W2", {16, 64});
    RDom k(0, 128, "k"), l(0, 64, "l");
    Func hidden("hidden"), relu("relu"), out("out");
    hidden(x, y) += in(k, y) * W1(x, k);
    relu(x, y) = max(hidden(x, y), 0.0f);
    out(x, y) += relu(l, y) * W2(x, l);
    return bounded(out, {16, 32});
}

/// One head: softmax(Q K^T / 8) V over 48 keys and 32 queries of 64 elements.
Pipeline attention() {
    ImageParam Q = input("Q", {64, 32, 8}), K = input("K", {64, 48, 8}), V = input("V", {64, 48, 8});
    RDom d(0, 64, "d"), r(0, 48, "r");
    Func scores("scores"), scaled("scaled"), top("top"), e("e"), total("total"), P("P"), out("out");
    scores(j, i, h) += Q(d, i, h) * K(d, j, h);
    scaled(j, i, h) = scores(j, i, h) * 0.125f;
    top(i, h) = Float(32).min();
    top(i, h) = max(top(i, h), scaled(r, i, h));
    e(j, i, h) = exp(scaled(j, i, h) - top(i, h));
    total(i, h) += e(r, i, h);
    P(j, i, h) = e(j, i, h) / total(i, h);
    out(x, i, h) += P(r, i, h) * V(x, r, h);
    return bounded(out, {64, 32, 8});
}

Pipeline attention_by_sum() {
    ImageParam Q = input("Q", {64, 32}), K = input("K", {64, 48}), V = input("V", {64, 48});
    RDom d(0, 64, "d"), r(0, 48, "r");
    Func scores("scores"), out("out");
    scores(j, i) = sum(Q(d, i) * K(d, j), "dots");
    out(x, i) = sum(scores(r, i) * V(x, r), "mixed");
    return bounded(out, {64, 32});
}

Pipeline squared_matrix() {
    ImageParam A = input("A", {64, 64});
    RDom k(0, 64, "k"), l(0, 64, "l");
    Func A2("A2"), A4("A4");
    A2(x, y) += A(k, y) * A(x, k);
    A4(x, y) += A2(l, y) * A2(x, l);
    return bounded(A4, {64, 64});
}

Pipeline pure_pipeline() {
    ImageParam in = input("in", {100, 100});
    Func blur("blur"), out("out");
    blur(x, y) = in(x, y) + in(x + 1, y);
    out(x, y) = blur(x, y) + blur(x, y + 1);
    return bounded(out, {90, 90});
}

Pipeline histogram() {
    ImageParam in = input("in", {100}, Int(32));
    RDom r(0, 100, "r");
    Func hist("hist");
    hist(x) = 0;
    hist(in(r)) += 1;
    return bounded(hist, {256});
}

Pipeline extern_producer() {
    ImageParam B = input("B", {64, 128});
    Func made("made"), C("C");
    made.define_extern("make", {}, Float(32), 2);
    RDom k(0, 128, "k");
    C(x, y) += made(k, y) * B(x, k);
    return bounded(C, {64, 32});
}

Pipeline scalar_outputs() {
    Func one("one"), two("two");
    one() = 1.0f;
    two() = Tuple(one() + 1.0f, 2.0f);
    return Pipeline({one, two});
}

/// Each Func doubles the work of inlining the one before; extract must stay linear.
Pipeline long_chain() {
    MatmulFuncs m;
    Func previous = m.C;
    for (int stage = 0; stage < 200; stage++) {
        Func next("stage");
        next(x, y) = previous(x, y) * previous(x, y) + 1.0f;
        previous = next;
    }
    m.out(x, y) = previous(x, y);
    return m.pipeline();
}

} // namespace

std::vector<Case> network_cases() {
    const std::string AB = "AB: x=N~64 y=M~32 k$x=K~128 a=A b=B -> -";
    return {
        {"three_matrices",
         [] { return three_matrices(false); },
         {AB, "ABC: x=N~16 y=M~32 l$x=K~64 a=AB b=C -> ABC"}},
        {"three_matrices_bounded",
         [] { return three_matrices(true); },
         {"AB: x=N~64 y=M32 k$x=K~128 a=A b=B -> -", "ABC: x=N16 y=M32 l$x=K~64 a=AB b=C -> ABC"}},
        {"two_layers",
         two_layers,
         {"hidden: x=N64 y=M32 k$x=K128 a=in b=W1 -> relu", "out: x=N16 y=M32 l$x=K64 a=relu b=W2 -> out"}},
        {"attention",
         attention,
         {"scores: j=N48 i=M32 h=batch8 d$x=K64 a=Q b=K -> scaled",
          "out: x=N64 i=M32 h=batch8 r$x=K48 a=P b=V -> out", "top refused: max-reduction",
          "total refused: reads only e: no product"}},
        {"attention_by_sum",
         attention_by_sum,
         {"dots: j=N48 i=M32 d$x=K64 a=Q b=K -> scores", "mixed: x=N64 i=M32 r$x=K48 a=scores b=V -> out"}},
        {"squared_matrix",
         squared_matrix,
         {"A2: x=N64 y=M64 k$x=K64 a=A b=A -> -", "A4: x=N64 y=M64 l$x=K64 a=A2 b=A2 -> A4"}},
        {"pure_pipeline", pure_pipeline, {}},
        {"histogram", histogram, {"hist refused: writes at in(r$x), not at its own x"}},
        {"extern_producer", extern_producer, {"C: x=N64 y=M32 k$x=K128 a=made b=B -> C"}},
        {"scalar_outputs", scalar_outputs, {}},
        {"long_chain", long_chain, {"C: x=N64 y=M32 k$x=K128 a=A b=B -> out"}},
    };
}

} // namespace autoconfig::testing
