// Ways to write one and the same contraction.
#include "cases.h"

#include "tests/support/vars.h"

namespace autoconfig::testing {

using namespace Halide;

namespace {

/// C(x, y) += term(k, A, B), itself the output.
Pipeline matmul_of(const std::function<Expr(RDom, ImageParam, ImageParam)>& term, Type type = Float(32)) {
    ImageParam A = input("A", {128, 32}, type), B = input("B", {64, 128}, type);
    RDom k(0, 128, "k");
    Func C("C");
    C(x, y) += term(k, A, B);
    return bounded(C, {64, 32});
}

/// C(x, y) = reduce(C(x, y), A + B) after C(x, y) = 7.
Pipeline reduced_by(const std::function<Expr(Expr, Expr)>& reduce) {
    ImageParam A = input("A", {128, 32}), B = input("B", {64, 128});
    RDom k(0, 128, "k");
    Func C("C");
    C(x, y) = 7.0f;
    C(x, y) = reduce(C(x, y), A(k, y) + B(x, k));
    return bounded(C, {64, 32});
}

Pipeline difference_func() {
    ImageParam A = input("A", {128, 32}), B = input("B", {64, 128});
    RDom k(0, 128, "k");
    Func difference("difference"), C("C");
    difference(x, y, z) = A(z, y) - B(x, z);
    C(x, y) += abs(difference(x, y, k));
    return bounded(C, {64, 32});
}

Pipeline other_names() {
    ImageParam A = input("A", {128, 32}), B = input("B", {64, 128});
    Var row("row"), column("column");
    RDom depth(0, 128, "depth");
    Func C("C");
    C(column, row) = 0.0f;
    C(column, row) = B(column, depth) * A(depth, row) + C(column, row);
    return bounded(C, {64, 32});
}

Pipeline initial_value(const Expr& value) {
    ImageParam A = input("A", {128, 32}), B = input("B", {64, 128});
    RDom k(0, 128, "k");
    Func C("C");
    C(x, y) = value;
    C(x, y) += A(k, y) * B(x, k);
    return bounded(C, {64, 32});
}

Pipeline mixed_bytes(bool narrow_product) {
    ImageParam A = input("A", {128, 32}, UInt(8)), B = input("B", {64, 128}, Int(8));
    RDom k(0, 128, "k");
    Func C("C");
    const Expr narrow = cast<int16_t>(A(k, y)) * cast<int16_t>(B(x, k));
    const Expr wide = cast<int32_t>(A(k, y)) * cast<int32_t>(B(x, k));
    C(x, y) += narrow_product ? cast<int32_t>(narrow) : wide;
    return bounded(C, {64, 32});
}

Pipeline with_scalars() {
    ImageParam A = input("A", {128, 32}), B = input("B", {64, 128}), scale = input("scale", {1});
    Param<float> alpha("alpha");
    RDom k(0, 128, "k");
    Func C("C");
    C(x, y) += alpha * A(k, y) * B(x, k) * scale(0) / 3.0f;
    return bounded(C, {64, 32});
}

Pipeline zero_point() {
    ImageParam A = input("A", {128, 32}, UInt(8)), B = input("B", {64, 128}, Int(8));
    Param<int> zero("zero");
    RDom k(0, 128, "k");
    Func C("C");
    C(x, y) += (cast<int>(A(k, y)) - zero) * cast<int>(B(x, k));
    return bounded(C, {64, 32});
}

Pipeline sum_helper(bool b_first) {
    ImageParam A = input("A", {128, 32}), B = input("B", {64, 128});
    RDom k(0, 128, "k");
    Func C("C");
    C(x, y) = b_first ? sum(B(x, k) * A(k, y)) : sum(A(k, y) * B(x, k));
    return bounded(C, {64, 32});
}

Pipeline prologue_func() {
    ImageParam A = input("A", {128, 32}), B = input("B", {64, 128});
    RDom k(0, 128, "k");
    Func P("P"), C("C");
    P(x, y) = max(A(x, y), 0.0f) + 1.0f;
    C(x, y) += P(k, y) * B(x, k);
    return bounded(C, {64, 32});
}

Pipeline product_func() {
    ImageParam A = input("A", {128, 32}), B = input("B", {64, 128});
    RDom k(0, 128, "k");
    Func products("products"), C("C");
    products(z, x, y) = B(y, z) * A(z, x);
    C(x, y) += products(k, y, x);
    return bounded(C, {64, 32});
}

Pipeline raw_buffer() {
    ImageParam A = input("A", {128, 32});
    Buffer<float> B(64, 128, "B");
    RDom k(0, 128, "k");
    Func C("C");
    C(x, y) += A(k, y) * B(x, k);
    return bounded(C, {64, 32});
}

Pipeline gemv(bool transposed) {
    ImageParam A = input("A", transposed ? std::vector<int>{32, 128} : std::vector<int>{128, 32});
    ImageParam v = input("v", {128});
    RDom k(0, 128, "k");
    Func C("C");
    C(y) += v(k) * (transposed ? A(y, k) : A(k, y));
    return bounded(C, {32});
}

Pipeline dot() {
    ImageParam A = input("A", {128}), B = input("B", {128});
    RDom k(0, 128, "k");
    Func C("C");
    C() += A(k) * B(k);
    return Pipeline(C);
}

Pipeline outer_loop_only_in_a() {
    ImageParam A = input("A", {128, 32, 4}), B = input("B", {64, 128});
    RDom k(0, 128, "k");
    Func C("C");
    C(x, y, z) += A(k, y, z) * B(x, k);
    return bounded(C, {64, 32, 4});
}

const std::string plain = "C: x=N64 y=M32 k$x=K128 a=A b=B -> C";

} // namespace

std::vector<Case> product_cases() {
    return {
        {"plain",
         [] { return matmul_of([](auto k, auto A, auto B) { return A(k, y) * B(x, k); }); },
         {plain}},
        {"b_first",
         [] { return matmul_of([](auto k, auto A, auto B) { return B(x, k) * A(k, y); }); },
         {plain}},
        {"double",
         [] { return matmul_of([](auto k, auto A, auto B) { return A(k, y) * B(x, k); }, Float(64)); },
         {plain}},
        {"prologue_in_place",
         [] {
             return matmul_of([](auto k, auto A, auto B) { return max(A(k, y), 0.0f) * (B(x, k) + 1.0f); });
         },
         {plain}},
        {"operand_used_twice",
         [] { return matmul_of([](auto k, auto A, auto B) { return A(k, y) * B(x, k) * A(k, y); }); },
         {plain}},
        {"position_dependent_prologue",
         [] {
             return matmul_of([](auto k, auto A, auto B) { return select(k < y, A(k, y), 0.0f) * B(x, k); });
         },
         {plain}},
        {"distance",
         [] {
             return matmul_of([](auto k, auto A, auto B) {
                 const Expr difference = A(k, y) - B(x, k);
                 return difference * difference;
             });
         },
         {plain + ": C + ((A - B)*(A - B))"}},
        {"difference_func", difference_func, {plain + ": C + abs(A - B)"}},
        {"position_dependent_distance",
         [] {
             return matmul_of(
                 [](auto k, auto A, auto B) { return abs(select(k < y, A(k, y), 0.0f) - B(x, k)); });
         },
         {plain + ": C + abs(select(k$x < y, A, 0.000000f) - B)"}},
        {"product_and_operand",
         [] { return matmul_of([](auto k, auto A, auto B) { return A(k, y) * B(x, k) + A(k, y); }); },
         {plain + ": C + ((A*B) + A)"}},
        {"least_sum",
         [] { return reduced_by([](auto C, auto term) { return min(C, term); }); },
         {plain + ": min(C, A + B)"}},
        {"greatest_sum",
         [] { return reduced_by([](auto C, auto term) { return max(term, C); }); },
         {plain + ": max(C, A + B)"}},
        {"other_names", other_names, {"C: column=N64 row=M32 depth$x=K128 a=A b=B -> C"}},
        {"initial_constant", [] { return initial_value(7.0f); }, {plain}},
        {"initial_bias", [] { return initial_value(input("bias", {64})(x)); }, {plain}},
        {"u8_i8_i32", [] { return mixed_bytes(false); }, {plain}},
        {"u8_i8_i16_i32", [] { return mixed_bytes(true); }, {plain}},
        {"scalar_factors", with_scalars, {plain}},
        {"zero_point", zero_point, {plain}},
        {"sum_helper", [] { return sum_helper(true); }, {"sum: x=N64 y=M32 k$x=K128 a=A b=B -> C"}},
        {"sum_helper_with_swapped_vars",
         [] { return sum_helper(false); },
         {"sum: x=N64 y=M32 k$x=K128 a=A b=B -> C"}},
        {"prologue_func", prologue_func, {"C: x=N64 y=M32 k$x=K128 a=P b=B -> C"}},
        {"product_func", product_func, {plain}},
        {"raw_buffer", raw_buffer, {plain}},
        {"gemv", [] { return gemv(false); }, {"C: y=N32 k$x=K128 a=v b=A -> C"}},
        {"gemv_transposed", [] { return gemv(true); }, {"C: y=N32 k$x=K128 a=v b=A -> C"}},
        {"dot", dot, {"C: k$x=K128 a=A b=B -> C"}},
        {"two_m_loops", outer_loop_only_in_a, {"C: x=N64 y=M32 z=M4 k$x=K128 a=A b=B -> C"}},
    };
}

} // namespace autoconfig::testing
