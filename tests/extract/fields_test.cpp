// What a Problem says about operands, types, strides and arithmetic.
#include "autoconfig/extract/extract.h"

#include "cases.h"
#include "tests/support/vars.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {

using namespace Halide;

namespace {

using Matrix = std::vector<std::vector<std::int64_t>>;
using Strides = std::vector<std::int64_t>;

Problem only(const Pipeline& pipeline) {
    const Extraction extraction = extract(pipeline);
    EXPECT_EQ(extraction.contractions.size(), 1u);
    return extraction.contractions.empty() ? Problem() : extraction.contractions[0];
}

TEST(Operands, CoefficientsAndDenseStrides) {
    MatmulFuncs m;
    m.out(x, y) = m.C(x, y);
    const Problem p = only(m.pipeline());
    EXPECT_EQ(p.a.coefficient, (Matrix{{0, 0, 1}, {0, 1, 0}})); // A(k, y), loops x y k
    EXPECT_EQ(p.b.coefficient, (Matrix{{1, 0, 0}, {0, 0, 1}})); // B(x, k)
    EXPECT_EQ(p.out.coefficient, (Matrix{{1, 0, 0}, {0, 1, 0}}));
    EXPECT_EQ(p.a.stride, (Strides{1, 128}));
    EXPECT_EQ(p.b.stride, (Strides{1, 64}));
    EXPECT_EQ(p.out.stride, (Strides{1, 64}));
    EXPECT_EQ(p.b.step(2), 64);
    EXPECT_TRUE(p.sizes_are_bound());
}

TEST(Operands, StridedAccess) {
    ImageParam A = input("A", {700, 32}), B = input("B", {200, 300});
    RDom k(0, 128, "k");
    Func C("C");
    C(x, y) += A(500 - k * 4, y) * B(2 * x + 1, k + 5);
    const Problem p = only(bounded(C, {64, 32}));
    EXPECT_EQ(p.a.coefficient, (Matrix{{0, 0, -4}, {0, 1, 0}}));
    EXPECT_EQ(p.b.coefficient, (Matrix{{2, 0, 0}, {0, 0, 1}}));
    EXPECT_EQ(p.b.stride, (Strides{1, 200}));
}

TEST(Operands, StrideConstraints) {
    MatmulFuncs m;
    m.A.dim(1).set_stride(160);
    m.B.dim(0).set_stride(3);
    m.B.dim(1).set_stride(m.A.dim(0).extent() * 2);
    m.out(x, y) = m.C(x, y);
    m.out.output_buffer().dim(1).set_stride(100);
    const Problem p = only(m.pipeline());
    EXPECT_EQ(p.a.stride, (Strides{1, 160}));
    EXPECT_EQ(p.b.stride, (Strides{3, 256}));
    EXPECT_EQ(p.out.stride, (Strides{1, 100}));
}

TEST(Operands, UnconstrainedInnermostStrideIsTakenAsDense) {
    MatmulFuncs m;
    m.A.dim(0).set_stride(Expr());
    m.out(x, y) = m.C(x, y);
    EXPECT_EQ(only(m.pipeline()).a.stride, (Strides{1, 128}));
}

TEST(Operands, StridesAreSeenThroughInlinedFuncs) {
    ImageParam A = input("A", {128, 32}), B = input("B", {128, 64});
    RDom k(0, 128, "k");
    Func transposed("transposed"), scaled("scaled"), C("C");
    transposed(x, y) = B(y, x);
    scaled(x, y) = transposed(x, y) * 2.0f;
    C(x, y) += A(k, y) * scaled(x, k);
    const Problem p = only(bounded(C, {64, 32}));
    EXPECT_EQ(p.b.stride, (Strides{128, 1}));
    EXPECT_EQ(p.b.step(0), 128);
    EXPECT_EQ(p.b.ops_per_element, 1);
}

TEST(Operands, StoredFuncsAreDense) {
    ImageParam A = input("A", {128, 32}), B = input("B", {128, 64});
    RDom k(0, 128, "k");
    Func transposed("transposed"), C("C");
    transposed(x, y) = B(y, x) * 2.0f;
    C(x, y) += A(k, y) * transposed(x, k);
    transposed.compute_root();
    const Problem p = only(bounded(C, {64, 32}));
    EXPECT_EQ(p.b.stride, (Strides{1, 64}));
    EXPECT_EQ(p.b.ops_per_element, 0);
}

TEST(Operands, RawBuffersCannotBeWrapped) {
    Buffer<float> B(64, 128, "B");
    ImageParam A = input("A", {128, 32});
    RDom k(0, 128, "k");
    Func C("C");
    C(x, y) += A(k, y) * B(x, k);
    const Problem p = only(bounded(C, {64, 32}));
    EXPECT_TRUE(p.a.wrappable);
    EXPECT_FALSE(p.b.wrappable);
    EXPECT_EQ(p.b.stride, (Strides{1, 64}));
}

TEST(Operands, OnlyWhatIsReadOnceCanBeWrapped) {
    ImageParam A = input("A", {64, 64}), B = input("B", {64, 64});
    RDom k(0, 64, "k");
    Func gram("gram"), residual("residual"), products("products"), hidden("hidden");
    gram(x, y) += A(k, y) * A(k, x);
    EXPECT_FALSE(only(bounded(gram, {64, 64})).a.wrappable);
    residual(x, y) = A(x, y);
    residual(x, y) += A(k, y) * B(x, k);
    const Problem p = only(bounded(residual, {64, 64}));
    EXPECT_FALSE(p.a.wrappable);
    EXPECT_TRUE(p.b.wrappable);
    products(x, y, z) = A(z, y) * B(x, z);
    hidden(x, y) += products(x, y, k);
    const Problem through = only(bounded(hidden, {64, 64}));
    EXPECT_FALSE(through.b.wrappable);
    EXPECT_EQ(through.through, std::vector<std::string>{"products"}); // whose place is not at root
}

TEST(Types, AsStoredAndAsAccumulated) {
    ImageParam A = input("A", {128, 32}, UInt(8)), B = input("B", {64, 128}, Int(8));
    RDom k(0, 128, "k");
    Func C("C"), out("out");
    C(x, y) += cast<int>(A(k, y)) * cast<int>(B(x, k));
    out(x, y) = cast<uint8_t>(clamp(C(x, y) >> 8, 0, 255));
    const Problem p = only(bounded(out, {64, 32}));
    EXPECT_EQ(to_string(p.a.type), "u8");
    EXPECT_EQ(to_string(p.b.type), "i8");
    EXPECT_EQ(to_string(p.accumulator), "i32");
    EXPECT_EQ(to_string(p.out.type), "u8");
    EXPECT_EQ(p.a.ops_per_element, 1); // the cast
    EXPECT_EQ(p.b.ops_per_element, 1);
    EXPECT_EQ(p.epilogue_ops_per_element, 4); // shift, min, max, cast
}

TEST(Arithmetic, PrologueInPlaceAndInAFunc) {
    ImageParam A = input("A", {128, 32}), B = input("B", {64, 128});
    Param<float> alpha("alpha");
    RDom k(0, 128, "k");
    Func P("P"), C("C");
    P(x, y) = max(A(x, y), 0.0f) + 1.0f;
    C(x, y) += alpha * abs(P(k, y)) * (B(x, k) - 0.5f);
    const Problem p = only(bounded(C, {64, 32}));
    EXPECT_EQ(p.a.ops_per_element, 4); // max, +, abs, and the factor alpha
    EXPECT_EQ(p.b.ops_per_element, 1);
}

TEST(Arithmetic, BoundaryConditionsAreFreeInside) {
    ImageParam in = input("in", {16, 56, 56}), weights = input("weights", {16, 3, 3});
    RDom win(0, 3, 0, 3, "win");
    Func zeros = BoundaryConditions::constant_exterior(in, 0.0f, {{Expr(), Expr()}, {0, 56}, {0, 56}});
    Func halves("halves"), conv("conv"), scaled("scaled");
    halves(x, y, z) = zeros(x, y, z) * 0.5f;
    conv(x, y, z) += zeros(x, y + win.x - 1, z + win.y - 1) * weights(x, win.x, win.y);
    scaled(x, y, z) += halves(x, y + win.x - 1, z + win.y - 1) * weights(x, win.x, win.y);
    const Operand padded = only(bounded(conv, {16, 56, 56})).a;
    EXPECT_EQ(padded.ops_per_element, 16); // four comparisons, their or, the select, two clamped indices
    EXPECT_EQ(padded.interior_ops_per_element, 0);
    EXPECT_EQ(only(bounded(scaled, {16, 56, 56})).a.interior_ops_per_element, 1);
}

TEST(Arithmetic, EdgesThatAreRepeatedClampIndices) {
    ImageParam in = input("in", {16, 56, 56}), weights = input("weights", {16, 3, 3});
    RDom win(0, 3, 0, 3, "win");
    Func edge = BoundaryConditions::repeat_edge(in, {{Expr(), Expr()}, {0, 56}, {0, 56}}), conv("conv");
    conv(x, y, z) += edge(x, y + win.x - 1, z + win.y - 1) * weights(x, win.x, win.y);
    const Operand repeated = only(bounded(conv, {16, 56, 56})).a;
    EXPECT_EQ(repeated.ops_per_element, 6); // min, max and the last place, of two indices
    EXPECT_EQ(repeated.interior_ops_per_element, 0);
    EXPECT_TRUE(repeated.movable); // a copy saves the clamping at every edge
}

/// A copy of windows would clamp every place of each.
TEST(Operands, WindowsThatEndAtBoundariesStayWhereTheyAre) {
    ImageParam in = input("in", {56, 56, 16}), weights = input("weights", {16, 4});
    RDom k(0, 16, "k");
    const Func edge = BoundaryConditions::repeat_edge(in, {{0, 56}, {0, 56}, {Expr(), Expr()}});
    Func slope("slope"), curve("curve"), at_edges("at_edges"), inside("inside");
    slope(x, y, z) = edge(x + 1, y, z) - edge(x - 1, y, z);
    curve(x, y, z) = in(x + 1, y, z) - in(x, y, z) * 2.0f;
    at_edges(x, y, z) += slope(x, y, k) * weights(k, z);
    inside(x, y, z) += curve(x, y, k) * weights(k, z);
    const auto is_movable = [&](Func& sum, const Func& operand) {
        const Problem problem = only(bounded(sum, {50, 50, 4}));
        const Operand& read = problem.a.func == operand.name() ? problem.a : problem.b;
        EXPECT_EQ(read.func, operand.name());
        return read.movable;
    };
    EXPECT_FALSE(is_movable(at_edges, slope));
    EXPECT_TRUE(is_movable(inside, curve));
}

/// C of 64 columns; B lies in panels of 16, column n of a panel at within(n).
Operand b_of_panels(const std::function<Expr(Expr)>& within) {
    ImageParam A = input("A", {128, 32}), packed = input("packed", {16, 128, 4});
    RDom k(0, 128, "k");
    Func B("B"), C("C");
    B(x, y) = packed(within(x), y, x / 16);
    C(x, y) += A(k, y) * B(x, k);
    return only(bounded(C, {64, 32})).b;
}

TEST(Operands, PanelsAreSeenThroughInlinedFuncs) {
    const Operand in_panels = b_of_panels([](const Expr& n) { return n % 16; });
    EXPECT_EQ(in_panels.panel, 16);
    EXPECT_EQ(in_panels.stride, (Strides{1, 16}));
    const Operand other = b_of_panels([](const Expr& n) { return n % 8; });
    EXPECT_EQ(other.panel, 0);
    EXPECT_EQ(other.stride, (Strides{1, 64}));
}

TEST(Operands, InputsAreReadAsTheyAreGiven) {
    ImageParam A = input("A", {128, 32}), B = input("B", {64, 128});
    RDom k(0, 128, "k");
    Func C("C"), turned("turned"), D("D");
    C(x, y) += A(k, y) * B(x, k);
    EXPECT_TRUE(only(bounded(C, {64, 32})).b.has_buffer);
    turned(x, y) = B(y, x);
    D(x, y) += A(k, y) * turned(k, x);
    EXPECT_FALSE(only(bounded(D, {64, 32})).b.has_buffer);
}

TEST(Operands, StridesOfBuffersAreKnownWhereTheyAreBound) {
    ImageParam A = input("A", {128, 32}), B = input("B", {64, 128});
    RDom k(0, 128, "k");
    Func C("C"), doubled("doubled"), D("D");
    C(x, y) += A(k, y) * B(x, k);
    const Operand of_a_buffer = only(bounded(C, {64, 32})).a;
    EXPECT_TRUE(of_a_buffer.run_time_strides);
    A.dim(1).set_stride(128);
    EXPECT_FALSE(only(bounded(C, {64, 32})).a.run_time_strides);
    doubled(x, y) = B(x, y) * 2.0f;
    D(x, y) += A(k, y) * doubled(x, k);
    EXPECT_TRUE(only(bounded(D, {64, 32})).b.run_time_strides); // inlined
}

TEST(ClippedWindows, StepsThatAreLeftAreCounted) {
    ImageParam in = input("in", {16, 33, 33}), weights = input("weights", {16, 3, 3});
    RDom win(0, 3, 0, 3, "win");
    Func zeros = BoundaryConditions::constant_exterior(in, 0.0f), conv("conv");
    const Expr first = y / 11 * 11 + 12 * win.x - 12, row = z + 12 * win.y - 12;
    win.where(row >= 0 && row < 33 && first + 10 >= 0 && first < 33);
    conv(x, y, z) += zeros(x, y + 12 * win.x - 12, row) * weights(x, win.x, win.y);
    const Problem problem = only(bounded(conv, {16, 33, 33}));
    ASSERT_TRUE(problem.clipped);
    EXPECT_EQ(problem.clipped->tile, 11);
    EXPECT_DOUBLE_EQ(problem.clipped->kept, 75 / 99.0 * 7 / 9); // rows of taps, and tiles of columns
    EXPECT_EQ(problem.notes.back(), "RDom::where: 59 % of the products are left");
}

double epilogue_of(const std::function<Expr(Expr)>& f) {
    MatmulFuncs m;
    m.out(x, y) = f(m.C(x, y));
    return only(m.pipeline()).epilogue_ops_per_element;
}

TEST(Arithmetic, EpilogueWeighsFunctions) {
    EXPECT_EQ(epilogue_of([](const Expr& v) { return v; }), 0);
    EXPECT_EQ(epilogue_of([](const Expr& v) { return max(v, 0.0f); }), 1);
    EXPECT_EQ(epilogue_of([](const Expr& v) { return (v * v) * (v * v + 1.0f); }), 3); // v*v once
    EXPECT_EQ(epilogue_of([](const Expr& v) { return sqrt(v); }), 1);
    const double exponential = epilogue_of([](const Expr& v) { return exp(v); });
    EXPECT_GE(exponential, 20); // range reduction, a polynomial of degree 7, scaling, two selects
    EXPECT_LE(exponential, 40);
    EXPECT_GE(epilogue_of([](const Expr& v) { return tanh(v); }), 100); // not vectorised
}

TEST(Arithmetic, ConsumersOfAnotherContractionAreStored) {
    ImageParam in = input("in", {128, 32}), W1 = input("W1", {64, 128}), W2 = input("W2", {16, 64});
    RDom k(0, 128, "k"), l(0, 64, "l");
    Func hidden("hidden"), relu("relu"), out("out");
    hidden(x, y) += in(k, y) * W1(x, k);
    relu(x, y) = max(hidden(x, y), 0.0f);
    out(x, y) += relu(l, y) * W2(x, l);
    const Extraction extraction = extract(bounded(out, {16, 32}));
    ASSERT_EQ(extraction.contractions.size(), 2u);
    EXPECT_EQ(extraction.contractions[0].epilogue_ops_per_element, 1);
    EXPECT_EQ(extraction.contractions[1].a.ops_per_element, 0);
}

TEST(Extract, LeavesThePipelineAlone) {
    MatmulFuncs m;
    m.out(x, y) = m.C(x, y);
    const Pipeline pipeline = m.pipeline();
    const Extraction first = extract(pipeline), second = extract(pipeline);
    ASSERT_EQ(first.contractions.size(), 1u);
    EXPECT_EQ(first.contractions[0].notes, second.contractions[0].notes);
    EXPECT_EQ(second.contractions.size(), 1u); // nothing counts as scheduled now
    m.C.compute_root();                        // and levels can still be set
    EXPECT_EQ(extract(pipeline).unmodelled.at(0).reason, "already scheduled");
}

} // namespace
} // namespace autoconfig::testing
