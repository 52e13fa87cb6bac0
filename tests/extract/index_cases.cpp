// Ways to index the operands: transposed, batched, strided, fused, windows.
#include "cases.h"

#include "tests/support/vars.h"

namespace autoconfig::testing {

using namespace Halide;

namespace {

Pipeline layout(bool a_transposed, bool b_transposed) {
    ImageParam A = a_transposed ? input("A", {32, 128}) : input("A", {128, 32});
    ImageParam B = b_transposed ? input("B", {128, 64}) : input("B", {64, 128});
    RDom k(0, 128, "k");
    Func C("C");
    C(x, y) += (a_transposed ? A(y, k) : A(k, y)) * (b_transposed ? B(k, x) : B(x, k));
    return bounded(C, {64, 32});
}

Pipeline result_transposed() {
    ImageParam A = input("A", {128, 32}), B = input("B", {64, 128});
    RDom k(0, 128, "k");
    Func C("C");
    C(y, x) += A(k, y) * B(x, k);
    return bounded(C, {32, 64});
}

Pipeline batched(bool b_batched, bool batch_innermost) {
    ImageParam A = batch_innermost ? input("A", {8, 128, 32}) : input("A", {128, 32, 8});
    ImageParam B = !b_batched ? input("B", {64, 128}) : input("B", {64, 128, 8});
    RDom k(0, 128, "k");
    const Expr a = batch_innermost ? A(z, k, y) : A(k, y, z);
    const Expr b = b_batched ? B(x, k, z) : B(x, k);
    Func C("C");
    if (batch_innermost) {
        C(z, x, y) += a * b;
        return bounded(C, {8, 64, 32});
    }
    C(x, y, z) += a * b;
    return bounded(C, {64, 32, 8});
}

Pipeline strided_views() {
    ImageParam A = input("A", {700, 32}), B = input("B", {200, 300});
    RDom k(0, 128, "k");
    Param<int> offset("offset");
    Func C("C");
    C(x, y) += A(k * 4 + 3, y + offset) * B(2 * x, k + 5);
    return bounded(C, {64, 32});
}

/// A step that a parameter says, with an estimate or without.
Pipeline stepped_by_a_parameter(bool estimated) {
    ImageParam A = input("A", {128, 64}), B = input("B", {64, 128});
    RDom k(0, 128, "k");
    Param<int> step("step");
    if (estimated) step.set_estimate(2);
    Func C("C");
    C(x, y) += A(k, y * step) * B(x, k);
    return bounded(C, {64, 32});
}

Pipeline reversed_depth() {
    ImageParam A = input("A", {128, 32}), B = input("B", {64, 128});
    RDom k(0, 128, "k");
    Func C("C");
    C(x, y) += A(127 - k, y) * B(x, k);
    return bounded(C, {64, 32});
}

Pipeline two_reduced_loops() {
    ImageParam A = input("A", {16, 8, 32}), B = input("B", {64, 16, 8});
    RDom r(0, 16, 0, 8, "r");
    Func C("C");
    C(x, y) += A(r.x, r.y, y) * B(x, r.x, r.y);
    return bounded(C, {64, 32});
}

Pipeline fused_reduced_loops() {
    ImageParam A = input("A", {128, 32}), B = input("B", {64, 16, 8});
    RDom r(0, 16, 0, 8, "r");
    Func C("C");
    C(x, y) += A(r.x + 16 * r.y, y) * B(x, r.x, r.y);
    return bounded(C, {64, 32});
}

Pipeline fused_pure_loops() {
    ImageParam A = input("A", {128, 64}), B = input("B", {64, 128});
    RDom k(0, 128, "k");
    Func C("C");
    C(x, y, z) += A(k, y + 16 * z) * B(x, k);
    return bounded(C, {64, 16, 4});
}

Pipeline gram() {
    ImageParam A = input("A", {128, 64});
    RDom k(0, 128, "k");
    Func C("C");
    C(x, y) += A(k, x) * A(k, y);
    return bounded(C, {64, 64});
}

Pipeline convolution_channels_innermost() {
    ImageParam in = input("in", {16, 34, 34, 2}), filter = input("filter", {32, 3, 3, 16});
    RDom r(0, 16, 0, 3, 0, 3, "r");
    Func out("out");
    out(c, x, y, n) += filter(c, r.y, r.z, r.x) * in(r.x, x + r.y, y + r.z, n);
    return bounded(out, {32, 32, 32, 2});
}

Pipeline convolution_channels_outermost() {
    ImageParam in = input("in", {65, 65, 16}), filter = input("filter", {3, 3, 16, 32});
    RDom r(0, 3, 0, 3, 0, 16, "r");
    Func out("out");
    out(x, y, c) += filter(r.x, r.y, r.z, c) * in(2 * x + r.x, 2 * y + r.y, r.z);
    return bounded(out, {32, 32, 32});
}

Pipeline depthwise() {
    ImageParam in = input("in", {16, 34, 34}), filter = input("filter", {16, 3, 3});
    RDom r(0, 3, 0, 3, "r");
    Func out("out");
    out(c, x, y) += filter(c, r.x, r.y) * in(c, x + r.x, y + r.y);
    return bounded(out, {16, 32, 32});
}

/// `size` channels of the output a group, which read 4 channels of the input.
Pipeline grouped(int size) {
    ImageParam in = input("in", {128, 34}), filter = input("filter", {32, 4, 3});
    RDom r(0, 4, 0, 3, "r");
    Func out("out");
    out(c, x) += filter(c, r.x, r.y) * in(c / size * 4 + r.x, x + r.y);
    return bounded(out, {32, 32});
}

/// Blocks of eight, along rows or across them, by the same basis.
Pipeline blocks(bool along_rows) {
    ImageParam in = input("in", {64, 32}), basis = input("basis", {8, 8});
    Var x("x"), y("y");
    RDom r(0, 8, "r");
    Func out("out");
    if (along_rows)
        out(x, y) += in(x / 8 * 8 + r, y) * basis(x % 8, r);
    else
        out(x, y) += basis(y % 8, r) * in(x, y / 8 * 8 + r);
    return bounded(out, {64, 32});
}

Pipeline grouped_channels_outermost() {
    ImageParam in = input("in", {34, 16}), filter = input("filter", {3, 4, 32});
    RDom r(0, 3, 0, 4, "r");
    Func out("out");
    out(x, c) += filter(r.x, r.y, c) * in(x + r.x, r.y + 4 * (c / 8));
    return bounded(out, {32, 32});
}

/// A window of taps 12 apart without those in the padding, columns for tiles of so many pixels.
Pipeline clipped(int tile) {
    ImageParam in = input("in", {16, 33, 33}), filter = input("filter", {32, 16, 3, 3});
    Func padded = BoundaryConditions::constant_exterior(in, 0.0f);
    RDom r(0, 16, 0, 3, 0, 3, "r");
    const Expr first = x / tile * tile + 12 * r.y - 12, row = y + 12 * r.z - 12;
    r.where(row >= 0 && row < 33);
    r.where(first + tile - 1 >= 0 && first < 33);
    Func out("out");
    out(c, x, y) += filter(c, r.x, r.y, r.z) * padded(r.x, x + 12 * r.y - 12, row);
    return bounded(out, {32, 33, 33});
}

Pipeline clamped_inside_a_func() {
    ImageParam in = input("in", {32}), filter = input("filter", {3});
    Func padded = BoundaryConditions::constant_exterior(in, 0.0f);
    RDom r(-1, 3, "r");
    Func out("out");
    out(x) += padded(x + r) * filter(r + 1);
    return bounded(out, {32});
}

const std::string plain = "C: x=N64 y=M32 k$x=K128 a=A b=B -> C";

} // namespace

std::vector<Case> index_cases() {
    return {
        {"NT", [] { return layout(false, true); }, {plain}},
        {"TN", [] { return layout(true, false); }, {plain}},
        {"TT", [] { return layout(true, true); }, {plain}},
        {"result_transposed", result_transposed, {"C: y=N32 x=M64 k$x=K128 a=B b=A -> C"}},
        {"batched", [] { return batched(true, false); }, {"C: x=N64 y=M32 z=batch8 k$x=K128 a=A b=B -> C"}},
        {"shared_b", [] { return batched(false, false); }, {"C: x=N64 y=M32 z=M8 k$x=K128 a=A b=B -> C"}},
        {"batch_innermost",
         [] { return batched(true, true); },
         {"C: z=batch8 x=N64 y=M32 k$x=K128 a=A b=B -> C"}},
        {"strided_views", strided_views, {plain}},
        {"stepped_by_a_parameter", [] { return stepped_by_a_parameter(true); }, {plain}},
        {"stepped_by_who_knows_what",
         [] { return stepped_by_a_parameter(false); },
         {"C refused: index y*step of A is not affine"}},
        {"reversed_depth", reversed_depth, {plain}},
        {"two_reduced_loops", two_reduced_loops, {"C: x=N64 y=M32 r$x=K16 r$y=K8 a=A b=B -> C"}},
        {"fused_reduced_loops", fused_reduced_loops, {"C: x=N64 y=M32 r$x=K16 r$y=K8 a=A b=B -> C"}},
        {"fused_pure_loops", fused_pure_loops, {"C: x=N64 y=M16 z=M4 k$x=K128 a=A b=B -> C"}},
        {"gram", gram, {"C: x=N64 y=M64 k$x=K128 a=A b=A -> C"}},
        {"convolution_nhwc",
         convolution_channels_innermost,
         {"out: c=N32 x=M32 y=M32 n=M2 r$x=K16 r$y=window3 r$z=window3 a=in b=filter -> out"}},
        {"convolution_nchw",
         convolution_channels_outermost,
         {"out: x=N32 y=N32 c=M32 r$x=window3 r$y=window3 r$z=K16 a=filter b=in -> out"}},
        {"depthwise", depthwise, {"out: c=batch16 x=M32 y=M32 r$x=window3 r$y=window3 a=in b=filter -> out"}},
        {"grouped",
         [] { return grouped(8); },
         {"out: c=N8 x=M32 c_group=batch4 r$x=K4 r$y=window3 a=in b=filter -> out"}},
        {"grouped_channels_outermost",
         grouped_channels_outermost,
         {"out: x=N32 c=M8 c_group=batch4 r$x=window3 r$y=K4 a=filter b=in -> out"}},
        {"blocks_of_rows",
         [] { return blocks(true); },
         {"out: x=N8 y=M32 x_group=batch8 r$x=K8 a=in b=basis -> out"}},
        {"blocks_of_columns",
         [] { return blocks(false); },
         {"out: x=N64 y=M8 y_group=batch4 r$x=K8 a=basis b=in -> out"}},
        {"groups_too_small",
         [] { return grouped(2); },
         {"out refused: index ((c/2)*4) + r$x of in is not affine"}},
        {"groups_that_do_not_divide",
         [] { return grouped(5); },
         {"out refused: index ((c/5)*4) + r$x of in is not affine"}},
        {"clipped_window",
         [] { return clipped(11); },
         {"out: c=N32 x=M33 y=M33 r$x=K16 r$y=window3 r$z=window3 a=constant_exterior b=filter -> out"}},
        {"clipped_pixel_by_pixel", [] { return clipped(1); }, {"out refused: RDom::where predicate"}},
        {"clipped_for_tiles_that_do_not_divide",
         [] { return clipped(4); },
         {"out refused: RDom::where predicate"}},
        {"clamped_inside_a_func",
         clamped_inside_a_func,
         {"out: x=N32 r$x=window3 a=filter b=constant_exterior -> out"}},
    };
}

} // namespace autoconfig::testing
