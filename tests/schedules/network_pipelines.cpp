// See pipelines.h: several contractions in one pipeline.
#include "tests/schedules/stating.h"

#include "tests/support/vars.h"

namespace autoconfig::testing {

namespace {

using namespace Halide;

/// (A * B) * C, all of them between m, n and k: A is k x m, B is n x k, C is k x n.
Built chain(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam A = input("A", {d.k, d.m}), B = input("B", {d.n, d.k}), C = input("C", {d.k, d.n});
    RDom k = along(A, 0, d.k, "k"), n = along(B, 0, d.n, "n");
    Func AB("AB"), ABC("ABC");
    AB(x, y) += A(k, y) * B(x, k);
    ABC(x, y) += AB(n, y) * C(x, n);
    return {pipeline_of(ABC, {d.k, d.m}),
            {A, B, C},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.k, s.m}, {s.n, s.k}, {s.k, s.n}};
            },
            [](const Sizes& s) {
                return std::vector<Shape>{{s.k, s.m}};
            }};
}

/// softmax(Q K^T) V for three heads: m queries and n keys of k elements.
Built attention(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    const Stated heads = fixed(3);
    ImageParam Q = input("Q", {d.k, d.m, heads}), K = input("K", {d.k, d.n, heads}),
               V = input("V", {d.k, d.n, heads});
    RDom k = along(Q, 0, d.k, "k"), keys = along(K, 1, d.n, "keys");
    Func S("S"), largest("largest"), power("power"), sum("sum"), P("P"), O("O"), out("out");
    S(x, y, z) += Q(k, y, z) * K(k, x, z);
    largest(y, z) = -1e30f;
    largest(y, z) = max(largest(y, z), S(keys, y, z) / 8);
    power(x, y, z) = exp(S(x, y, z) / 8 - largest(y, z));
    sum(y, z) += power(keys, y, z);
    P(x, y, z) = power(x, y, z) / sum(y, z);
    O(x, y, z) += P(keys, y, z) * V(x, keys, z);
    out(x, y, z) = O(x, y, z);
    Built built{pipeline_of(out, {d.k, d.m, heads}),
                {Q, K, V},
                [](const Sizes& s) {
                    return std::vector<Shape>{{s.k, s.m, 3}, {s.k, s.n, 3}, {s.k, s.n, 3}};
                },
                [](const Sizes& s) {
                    return std::vector<Shape>{{s.k, s.m, 3}};
                }};
    built.tolerance = 1e-4; // exp differs between vectors and scalars
    return built;
}

/// relu(X G) * (X U): two contractions meet in one consumer.
Built gated(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam X = input("X", {d.k, d.m}), G = input("G", {d.n, d.k}), U = input("U", {d.n, d.k});
    RDom k = along(X, 0, d.k);
    Func gate("gate"), up("up"), out("out");
    gate(x, y) += X(k, y) * G(x, k);
    up(x, y) += X(k, y) * U(x, k);
    out(x, y) = max(gate(x, y), 0.0f) * up(x, y);
    return {pipeline_of(out, {d.n, d.m}),
            {X, G, U},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.k, s.m}, {s.n, s.k}, {s.n, s.k}};
            },
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n, s.m}};
            }};
}

/// One contraction read by two outputs, of which one reads it elsewhere.
Built two_outputs(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam A = input("A", {d.k, d.m}), B = input("B", {d.n, d.k});
    RDom k = along(A, 0, d.k);
    Func C("C"), positive("positive"), turned("turned");
    C(x, y) += A(k, y) * B(x, k);
    positive(x, y) = max(C(x, y), 0.0f);
    turned(y, x) = -C(x, y);
    state(positive.output_buffer(), {d.n, d.m});
    state(turned.output_buffer(), {d.m, d.n});
    return {Pipeline({positive, turned}),
            {A, B},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.k, s.m}, {s.n, s.k}};
            },
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n, s.m}, {s.m, s.n}};
            }};
}

/// A contraction that is an output and is also read by another output.
Built output_and_operand(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam A = input("A", {d.k, d.m}), B = input("B", {d.n, d.k}), C = input("C", {d.k, d.n});
    RDom k = along(A, 0, d.k, "k"), n = along(B, 0, d.n, "n");
    Func AB("AB"), ABC("ABC");
    AB(x, y) += A(k, y) * B(x, k);
    ABC(x, y) += AB(n, y) * C(x, n);
    state(AB.output_buffer(), {d.n, d.m});
    state(ABC.output_buffer(), {d.k, d.m});
    return {Pipeline({AB, ABC}),
            {A, B, C},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.k, s.m}, {s.n, s.k}, {s.k, s.n}};
            },
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n, s.m}, {s.k, s.m}};
            }};
}

/// The same matrix on both sides.
Built gram(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam A = input("A", {d.k, d.m});
    RDom k = along(A, 0, d.k);
    Func G("G"), out("out");
    G(x, y) += A(k, x) * A(k, y);
    out(x, y) = max(G(x, y), 0.0f);
    return {pipeline_of(out, {d.m, d.m}),
            {A},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.k, s.m}};
            },
            [](const Sizes& s) {
                return std::vector<Shape>{{s.m, s.m}};
            }};
}

/// A layer of 3 x 3 taps whose stride, taken for 1, is 2 at run time; one of a channel each, too.
template<bool depthwise>
Built strided_at_run_time(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    Param<int> stride("stride", 2);
    stride.set_estimate(1);
    const Stated wide = {2 * d.m.size + 1, false};
    ImageParam in = input("in", {d.k, wide, wide});
    ImageParam w =
        depthwise ? input("w", {d.k, fixed(3), fixed(3)}) : input("w", {d.n, d.k, fixed(3), fixed(3)});
    RDom r(0, 3, 0, 3, "r");
    const RDom all(0, 3, 0, 3, 0, in.dim(0).extent(), "all");
    Func out("out");
    if (depthwise)
        out(x, y, z) += in(x, y * stride + r.x, z * stride + r.y) * w(x, r.x, r.y);
    else
        out(x, y, z) += in(all.z, y * stride + all.x, z * stride + all.y) * w(x, all.z, all.x, all.y);
    return {pipeline_of(out, {depthwise ? d.k : d.n, d.m, d.m}),
            {in, w},
            [](const Sizes& s) {
                const Shape image = {s.k, 2 * s.m + 1, 2 * s.m + 1};
                return depthwise ? std::vector<Shape>{image, {s.k, 3, 3}}
                                 : std::vector<Shape>{image, {s.n, s.k, 3, 3}};
            },
            [](const Sizes& s) {
                return std::vector<Shape>{{depthwise ? s.k : s.n, s.m, s.m}};
            }};
}

/// A layer of 3 x 3 taps in planes, and the largest of every 2 x 2 of its results.
Built pooled(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    const Stated wide = {2 * d.n.size + 2, false}, high = {2 * d.m.size + 2, false};
    ImageParam in = input("in", {wide, high, fixed(5)}), w = input("w", {fixed(3), fixed(3), fixed(5), d.k});
    const RDom r(0, 3, 0, 3, 0, 5, "r"), q(0, 2, 0, 2, "q");
    Func layer("layer"), positive("positive"), out("out");
    layer(x, y, z) += w(r.x, r.y, r.z, z) * in(x + r.x, y + r.y, r.z);
    positive(x, y, z) = max(layer(x, y, z), 0.0f);
    out(x, y, z) = maximum(q, positive(2 * x + q.x, 2 * y + q.y, z));
    return {pipeline_of(out, {d.n, d.m, d.k}),
            {in, w},
            [](const Sizes& s) {
                return std::vector<Shape>{{2 * s.n + 2, 2 * s.m + 2, 5}, {3, 3, 5, s.k}};
            },
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n, s.m, s.k}};
            }};
}

} // namespace

const std::vector<PipelineCase>& network_cases() {
    static const std::vector<PipelineCase> cases = {
        {"chain", chain},
        {"attention", attention},
        {"gated", gated},
        {"two_outputs", two_outputs},
        {"output_and_operand", output_and_operand},
        {"gram", gram},
        {"pooled", pooled},
        {"layer_strided_at_run_time", strided_at_run_time<false>},
        {"channels_strided_at_run_time", strided_at_run_time<true>},
    };
    return cases;
}

} // namespace autoconfig::testing
