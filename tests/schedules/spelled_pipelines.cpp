// See pipelines.h: one product, written as its users write it.
#include "tests/schedules/stating.h"

#include "tests/support/vars.h"

namespace autoconfig::testing {

namespace {

using namespace Halide;

/// The operands, and the loop over k.
struct Operands {
    Dims d;
    ImageParam A, B;
    RDom k;

    Operands(const Sizes& sizes, const Bound& bound)
        : d(sizes, bound), A(input("A", {d.k, d.m})), B(input("B", {d.n, d.k})), k(along(A, 0, d.k)) {}

    Built built(const Func& output, const std::vector<ImageParam>& more = {}) const {
        std::vector<ImageParam> inputs = {A, B};
        inputs.insert(inputs.end(), more.begin(), more.end());
        const bool residual = !more.empty();
        return {pipeline_of(output, {d.n, d.m}), inputs,
                [residual](const Sizes& s) {
                    std::vector<Shape> shapes = {{s.k, s.m}, {s.n, s.k}};
                    if (residual) shapes.push_back({s.n, s.m});
                    return shapes;
                },
                [](const Sizes& s) {
                    return std::vector<Shape>{{s.n, s.m}};
                }};
    }
};

Built read(const Sizes& sizes, const Bound& bound) {
    const Operands o(sizes, bound);
    Func C("C"), out("out");
    C(n, m) += o.A(o.k, m) * o.B(n, o.k);
    out(n, m) = C(n, m);
    return o.built(out);
}

Built sum(const Sizes& sizes, const Bound& bound) {
    const Operands o(sizes, bound);
    Func C("C");
    C(n, m) += o.A(o.k, m) * o.B(n, o.k);
    return o.built(C);
}

Built sum_written_out(const Sizes& sizes, const Bound& bound) {
    const Operands o(sizes, bound);
    Func C("C");
    C(n, m) = 0.0f;
    C(n, m) = o.B(n, o.k) * o.A(o.k, m) + C(n, m);
    return o.built(C);
}

Built sum_from_a_func(const Sizes& sizes, const Bound& bound) {
    const Operands o(sizes, bound);
    ImageParam D = input("D", {o.d.n, o.d.m});
    Func twice("twice"), C("C");
    twice(n, m) = 2.0f * D(n, 0);
    C(n, m) = twice(n, m);
    C(n, m) += o.A(o.k, m) * o.B(n, o.k);
    return o.built(C, {D});
}

Built sum_inline(const Sizes& sizes, const Bound& bound) {
    const Operands o(sizes, bound);
    Func out("out");
    out(n, m) = Halide::sum(o.A(o.k, m) * o.B(n, o.k), "sum");
    return o.built(out);
}

Built through_pointwise_funcs(const Sizes& sizes, const Bound& bound) {
    const Operands o(sizes, bound);
    Func C("C"), twice("twice"), out("out");
    C(n, m) += o.A(o.k, m) * o.B(n, o.k);
    twice(n, m) = 2.0f * C(n, m);
    out(n, m) = max(twice(n, m), 0.0f);
    return o.built(out);
}

Built through_copies(const Sizes& sizes, const Bound& bound) {
    const Operands o(sizes, bound);
    Func a("a"), b("b"), C("C");
    a(n, m) = o.A(n, m);
    b(n, m) = o.B(n, m);
    C(n, m) += a(o.k, m) * b(n, o.k);
    return o.built(C);
}

/// Rows beyond the last are the last.
Built clamped_rows(const Sizes& sizes, const Bound& bound) {
    const Operands o(sizes, bound);
    Func C("C");
    C(n, m) += o.A(o.k, clamp(m, 0, o.A.dim(1).extent() - 1)) * o.B(n, o.k);
    return o.built(C);
}

template<bool leading>
Built one_batch(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    const auto with = [&d](Stated one, Stated two) {
        return leading ? std::vector<Stated>{{1, d.m.bound}, one, two}
                       : std::vector<Stated>{one, two, {1, d.m.bound}};
    };
    ImageParam A = input("A", with(d.k, d.m)), B = input("B", with(d.n, d.k));
    RDom k = along(A, leading ? 1 : 0, d.k);
    Func C("C");
    if (leading)
        C(z, n, m) += A(z, k, m) * B(z, n, k);
    else
        C(n, m, z) += A(k, m, z) * B(n, k, z);
    const auto shape = [](int one, int two) { return leading ? Shape{1, one, two} : Shape{one, two, 1}; };
    return {pipeline_of(C, with(d.n, d.m)),
            {A, B},
            [shape](const Sizes& s) {
                return std::vector<Shape>{shape(s.k, s.m), shape(s.n, s.k)};
            },
            [shape](const Sizes& s) { return std::vector<Shape>{shape(s.n, s.m)}; }};
}

Built scaled_operands(const Sizes& sizes, const Bound& bound) {
    const Operands o(sizes, bound);
    Func C("C");
    C(n, m) += (2.0f * o.A(o.k, m)) * max(o.B(n, o.k), 0.0f);
    return o.built(C);
}

/// Called once an element where it is left to LLVM.
Built through_tanh(const Sizes& sizes, const Bound& bound) {
    const Operands o(sizes, bound);
    Func C("C"), out("out");
    C(n, m) += o.A(o.k, m) * o.B(n, o.k);
    out(n, m) = tanh(C(n, m) * 0.01f);
    Built built = o.built(out);
    built.tolerance = 1e-6;
    return built;
}

} // namespace

const std::vector<PipelineCase>& spelled_cases() {
    static const std::vector<PipelineCase> cases = {
        {"spelled_read", read},
        {"spelled_sum", sum},
        {"spelled_sum_written_out", sum_written_out},
        {"spelled_sum_from_a_func", sum_from_a_func},
        {"spelled_sum_inline", sum_inline},
        {"spelled_through_pointwise_funcs", through_pointwise_funcs},
        {"spelled_through_copies", through_copies},
        {"spelled_clamped_rows", clamped_rows},
        {"spelled_one_batch_outermost", one_batch<false>},
        {"spelled_one_batch_innermost", one_batch<true>},
        {"spelled_tanh", through_tanh},
        {"spelled_scaled_operands", scaled_operands},
    };
    return cases;
}

} // namespace autoconfig::testing
