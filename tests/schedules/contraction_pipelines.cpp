// See pipelines.h: one contraction each.
#include "tests/schedules/stating.h"

#include "tests/support/vars.h"

#include <algorithm>

namespace autoconfig::testing {

namespace {

using namespace Halide;

enum class End { InPlace, Epilogue, Permuted, Blurred };

/// C(n, m) = sum over k of A and B, either of them transposed, and how the sum ends.
template<bool trans_a, bool trans_b, End end>
Built product(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    // The blur reads one column more than it writes.
    const Stated columns{d.n.size + (end == End::Blurred ? 1 : 0), d.n.bound};
    ImageParam A = trans_a ? input("A", {d.m, d.k}) : input("A", {d.k, d.m});
    ImageParam B = trans_b ? input("B", {d.k, columns}) : input("B", {columns, d.k});
    RDom k = along(A, trans_a ? 1 : 0, d.k);
    Func C("C"), out("out");
    C(n, m) += (trans_a ? A(m, k) : A(k, m)) * (trans_b ? B(k, n) : B(n, k));
    if (end == End::Epilogue) out(n, m) = max(C(n, m) * 2.0f + 1.0f, 0.0f);
    if (end == End::Permuted) out(m, n) = max(C(n, m), 0.0f);
    if (end == End::Blurred) out(n, m) = C(n, m) + C(n + 1, m);
    Pipeline pipeline = end == End::InPlace    ? pipeline_of(C, {d.n, d.m})
                        : end == End::Permuted ? pipeline_of(out, {d.m, d.n})
                                               : pipeline_of(out, {d.n, d.m});
    return {pipeline,
            {A, B},
            [](const Sizes& s) {
                const int wide = s.n + (end == End::Blurred ? 1 : 0);
                return std::vector<Shape>{trans_a ? Shape{s.m, s.k} : Shape{s.k, s.m},
                                          trans_b ? Shape{s.k, wide} : Shape{wide, s.k}};
            },
            [](const Sizes& s) {
                return std::vector<Shape>{end == End::Permuted ? Shape{s.m, s.n} : Shape{s.n, s.m}};
            }};
}

/// The sum starts from a bias along n, a value the update must not lose.
Built from_bias(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam A = input("A", {d.k, d.m}), B = input("B", {d.n, d.k}), bias = input("bias", {d.n});
    RDom k = along(A, 0, d.k);
    Func C("C");
    C(n, m) = bias(n);
    C(n, m) += A(k, m) * B(n, k);
    return {pipeline_of(C, {d.n, d.m}),
            {A, B, bias},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.k, s.m}, {s.n, s.k}, {s.n}};
            },
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n, s.m}};
            }};
}

/// So many side by side.
template<bool in_place, int products>
Built batched(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam A = input("A", {d.k, d.m, fixed(products)}), B = input("B", {d.n, d.k, fixed(products)});
    RDom k = along(A, 0, d.k);
    Func C("C"), out("out");
    C(n, m, z) += A(k, m, z) * B(n, k, z);
    out(n, m, z) = max(C(n, m, z), 0.0f);
    return {pipeline_of(in_place ? C : out, {d.n, d.m, fixed(products)}),
            {A, B},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.k, s.m, products}, {s.n, s.k, products}};
            },
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n, s.m, products}};
            }};
}

/// Groups of 16 columns, each with 4 columns of A of its own; how many there are is not known.
Built grouped_as_many(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    const Stated columns = {(sizes.n + 15) / 16 * 16, false}, wide = {columns.size / 4, false};
    ImageParam A = input("A", {wide, d.m}), B = input("B", {columns, fixed(4)});
    RDom k(0, 4, "k");
    Func C("C");
    C(n, m) += A(n / 16 * 4 + k, m) * B(n, k);
    return {pipeline_of(C, {columns, d.m}),
            {A, B},
            [](const Sizes& s) {
                return std::vector<Shape>{{(s.n + 15) / 16 * 4, s.m}, {s.n, 4}};
            },
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n, s.m}};
            }};
}

/// Three groups of 10 columns, each with 4 columns of A of its own.
Built grouped(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam A = input("A", {fixed(12), d.m}), B = input("B", {fixed(30), fixed(4)});
    RDom k(0, 4, "k");
    Func C("C");
    C(n, m) += A(n / 10 * 4 + k, m) * B(n, k);
    return {pipeline_of(C, {fixed(30), d.m}),
            {A, B},
            [](const Sizes& s) {
                return std::vector<Shape>{{12, s.m}, {30, 4}};
            },
            [](const Sizes& s) {
                return std::vector<Shape>{{30, s.m}};
            }};
}

/// Two loops of each role: n and 2, m and 2, k and 3.
Built several_loops(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    Var n2("n2"), m2("m2");
    ImageParam A = input("A", {d.k, fixed(3), d.m, fixed(2)}), B = input("B", {d.n, fixed(2), d.k, fixed(3)});
    RDom k(0, d.k.bound ? Expr(d.k.size) : A.dim(0).extent(), 0, 3, "k");
    Func C("C"), out("out");
    C(n, n2, m, m2) += A(k.x, k.y, m, m2) * B(n, n2, k.x, k.y);
    out(n, n2, m, m2) = max(C(n, n2, m, m2), 0.0f);
    return {pipeline_of(out, {d.n, fixed(2), d.m, fixed(2)}),
            {A, B},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.k, 3, s.m, 2}, {s.n, 2, s.k, 3}};
            },
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n, 2, s.m, 2}};
            }};
}

/// Row vector times matrix, no loop over m.
template<bool in_place>
Built row_vector(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam x = input("x", {d.k}), B = input("B", {d.n, d.k});
    RDom k = along(x, 0, d.k);
    Func y("y"), out("out");
    y(n) += x(k) * B(n, k);
    out(n) = y(n) * 2.0f;
    return {pipeline_of(in_place ? y : out, {d.n}),
            {x, B},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.k}, {s.n, s.k}};
            },
            [](const Sizes& s) { return std::vector<Shape>{{s.n}}; }};
}

/// Matrix times column vector: the matrix is contiguous along k.
template<bool in_place>
Built column_vector(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam A = input("A", {d.k, d.m}), x = input("x", {d.k});
    RDom k = along(x, 0, d.k);
    Func y("y"), out("out");
    y(m) += A(k, m) * x(k);
    out(m) = y(m) * 2.0f;
    return {pipeline_of(in_place ? y : out, {d.m}),
            {A, x},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.k, s.m}, {s.k}};
            },
            [](const Sizes& s) { return std::vector<Shape>{{s.m}}; }};
}

/// Bytes widened and scaled on the way in, clamped and narrowed on the way out.
Built quantised(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam A = input(UInt(8), "A", {d.k, d.m}), B = input(Int(8), "B", {d.n, d.k});
    RDom k = along(A, 0, d.k);
    Func shifted("shifted"), C("C"), out("out");
    Var x("x"), y("y");
    shifted(x, y) = cast<int32_t>(B(x, y)) * 3 - 1;
    C(n, m) += cast<int32_t>(A(k, m)) * shifted(n, k);
    out(n, m) = cast<uint8_t>(clamp(C(n, m) / 16 + 128, 0, 255));
    return {pipeline_of(out, {d.n, d.m}),
            {A, B},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.k, s.m}, {s.n, s.k}};
            },
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n, s.m}};
            }};
}

/// Each step of k has a weight.
Built weighted(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam A = input("A", {d.k, d.m}), w = input("w", {d.k}), B = input("B", {d.n, d.k});
    RDom k = along(A, 0, d.k);
    Func C("C");
    C(n, m) += A(k, m) * w(k) * B(n, k);
    return {pipeline_of(C, {d.n, d.m}),
            {A, w, B},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.k, s.m}, {s.k}, {s.n, s.k}};
            },
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n, s.m}};
            }};
}

/// Bytes with a scale for every four steps of k in a column; rows scaled as well.
Built scaled_in_groups(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam A = input("A", {d.k, d.m}), B = input(Int(8), "B", {d.n, d.k}), scale(Float(32), 2, "scale"),
               of_row = input("of_row", {d.m});
    RDom k = along(A, 0, d.k);
    Func C("C"), out("out");
    C(n, m) += A(k, m) * cast<float>(B(n, k)) * scale(n, k / 4) * of_row(m);
    out(n, m) = max(C(n, m), 0.0f);
    return {pipeline_of(out, {d.n, d.m}),
            {A, B, scale, of_row},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.k, s.m}, {s.n, s.k}, {s.n, (s.k + 3) / 4}, {s.m}};
            },
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n, s.m}};
            }};
}

/// A layer of m rows of five pixels, with zeros around them; of few rows, those of the window that fall into
/// the zeros are left out.
Built padded_layer(const Sizes& sizes, const Bound& bound) {
    constexpr int wide = 5;
    const Dims d(sizes, bound);
    ImageParam in = input("in", {d.k, fixed(wide), d.m});
    ImageParam weights = input("weights", {d.n, d.k, fixed(3), fixed(3)});
    const Func zeros = BoundaryConditions::constant_exterior(
        in, 0.0f, {{Expr(), Expr()}, {0, wide}, {0, in.dim(2).extent()}});
    RDom r(0, in.dim(0).extent(), 0, 3, 0, 3, "r");
    Func C("C"), out("out");
    C(n, x, y) += weights(n, r.x, r.y, r.z) * zeros(r.x, x + r.y - 1, y + r.z - 1);
    out(n, x, y) = max(C(n, x, y), 0.0f);
    return {pipeline_of(out, {d.n, fixed(wide), d.m}),
            {in, weights},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.k, wide, s.m}, {s.n, s.k, 3, 3}};
            },
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n, wide, s.m}};
            }};
}

} // namespace

const std::vector<PipelineCase>& contraction_cases() {
    static const std::vector<PipelineCase> cases = {
        {"in_place_NN", product<false, false, End::InPlace>},
        {"in_place_NT", product<false, true, End::InPlace>},
        {"in_place_TN", product<true, false, End::InPlace>},
        {"in_place_TT", product<true, true, End::InPlace>},
        {"epilogue_NN", product<false, false, End::Epilogue>},
        {"epilogue_NT", product<false, true, End::Epilogue>},
        {"epilogue_TN", product<true, false, End::Epilogue>},
        {"epilogue_TT", product<true, true, End::Epilogue>},
        {"permuted_NN", product<false, false, End::Permuted>},
        {"permuted_NT", product<false, true, End::Permuted>},
        {"blurred_NN", product<false, false, End::Blurred>},
        {"blurred_NT", product<false, true, End::Blurred>},
        {"from_bias", from_bias},
        {"batched", batched<false, 6>},
        {"batched_in_place", batched<true, 6>},
        {"batched_many", batched<false, 37>},
        {"batched_many_in_place", batched<true, 37>},
        {"grouped", grouped},
        {"grouped_as_many", grouped_as_many},
        {"several_loops", several_loops},
        {"row_vector", row_vector<false>},
        {"row_vector_in_place", row_vector<true>},
        {"column_vector", column_vector<false>},
        {"column_vector_in_place", column_vector<true>},
        {"quantised", quantised},
        {"weighted", weighted},
        {"scaled_in_groups", scaled_in_groups},
        {"padded_layer", padded_layer},
    };
    return cases;
}

} // namespace autoconfig::testing
