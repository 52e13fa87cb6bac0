// See pipelines.h: updates of all kinds, Tuples, indices that depend on data.
#include "tests/schedules/stating.h"
#include "tests/support/plus_one.h"
#include "tests/support/vars.h"

#include <algorithm>

namespace autoconfig::testing {

namespace {

using namespace Halide;

std::function<std::vector<Shape>(const Sizes&)> row() {
    return [](const Sizes& s) { return std::vector<Shape>{{s.n}}; };
}

/// out(in(x)) = x over a permutation, one element after the other.
Built scatter_in_order(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Int(32), 1, "in");
    RDom r(0, in.dim(0).extent(), "r");
    Func out("out");
    out(x) = -1;
    out(clamp(in(r) + r / 2, 0, in.dim(0).extent() - 1)) = r;
    return {pipeline_of(out, {d.n}), {in}, row(), row()};
}

/// Counts of every row by itself.
Built histograms_of_rows(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(UInt(8), 2, "in");
    RDom r(0, in.dim(0).extent(), "r");
    Func counts("counts");
    counts(x, y) = 0;
    counts(cast<int>(in(r, y) % 8), y) += 1;
    return {pipeline_of(counts, {fixed(8), d.m}), {in}, image(), [](const Sizes& s) {
                return std::vector<Shape>{{8, s.m}};
            }};
}

/// Every value becomes its rank among all pixels, counted row by row; the grey that is counted is read again.
Built equalized_by_rows(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in = input(UInt(8), "in", {d.n, d.m, fixed(3)});
    RDom r(0, in.dim(0).extent(), "r"), row(0, in.dim(1).extent(), "row"), above(1, 255, "above");
    Var value("value");
    Func grey("grey"), counts("counts"), total("total"), rank("rank"), out("out");
    const Expr red = in(x, y, 0), green = in(x, y, 1), blue = in(x, y, 2);
    grey(x, y) = 0.25f * red + 0.5f * green + 0.125f * blue + 0.125f * max(red, blue);
    counts(value, y) = 0;
    counts(clamp(cast<int>(grey(r, y)), 0, 255), y) += 1;
    total(value) += counts(value, row);
    rank(value) = total(0);
    rank(above) = rank(above - 1) + total(above);
    out(x, y) = rank(clamp(cast<int>(grey(x, y)), 0, 255)) - cast<int>(grey(x, y));
    return {pipeline_of(out, {d.n, d.m}), {in}, image(3), image()};
}

Built lower_triangle(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Float(32), 2, "in");
    RDom r(0, in.dim(0).extent(), 0, in.dim(1).extent(), "r");
    r.where(r.x < r.y);
    Func out("out");
    out(x, y) = in(x, y);
    out(r.x, r.y) += 100.0f;
    return {pipeline_of(out, {d.n, d.m}), {in}, image(), image()};
}

/// The sum up to each place, as a reduction whose domain the place cuts off.
Built sum_up_to_here(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Float(32), 1, "in");
    RDom r(0, in.dim(0).extent(), "r");
    r.where(r <= x);
    Func out("out");
    out(x) = 0.0f;
    out(x) += in(r);
    return {pipeline_of(out, {d.n}), {in}, row(), row()};
}

/// Only elements that another input allows are summed.
Built where_data_says_so(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Float(32), 2, "in"), mask(UInt(8), 1, "mask");
    RDom r(0, in.dim(0).extent(), "r");
    r.where(mask(r) > 3);
    Func out("out");
    out(y) = 1.0f;
    out(y) += in(r, y);
    return {pipeline_of(out, {d.m}),
            {in, mask},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n, s.m}, {s.n}};
            },
            [](const Sizes& s) { return std::vector<Shape>{{s.m}}; }};
}

Built updates_of_all_places(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Int(32), 2, "in");
    Func f("f"), out("out");
    f(x, y) = in(x, y);
    f(x, y) += f(x, y) % 3;
    f(x, y) = max(f(x, y), in(x, y) * 2) - x;
    out(x, y) = f(x, y) * 2;
    return {pipeline_of(out, {d.n, d.m}), {in}, image(), image()};
}

Built updates_of_edges(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Float(32), 2, "in");
    const Expr right = in.dim(0).extent() - 1, bottom = in.dim(1).extent() - 1;
    Func f("f");
    f(x, y) = in(x, y);
    f(0, y) = 50.0f;
    f(right, y) += 60.0f;
    f(x, 0) = f(x, 0) + in(x, bottom);
    f(x, bottom) = -1.0f;
    return {pipeline_of(f, {d.n, d.m}), {in}, image(), image()};
}

/// An undefined beginning, then even and odd columns.
Built even_and_odd_columns(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(UInt(8), 2, "in");
    RDom even(0, (in.dim(0).extent() + 1) / 2, "even"), odd(0, in.dim(0).extent() / 2, "odd");
    Func out("out");
    out(x, y) = undef<std::uint8_t>();
    out(2 * even, y) = in(2 * even, y) + cast<std::uint8_t>(1);
    out(2 * odd + 1, y) = in(2 * odd, y);
    return {pipeline_of(out, {d.n, d.m}), {in}, image(), image()};
}

/// A Tuple of two types, read in part by two stages.
Built tuple_of_two_types(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(UInt(8), 2, "in");
    Func both("both"), out("out");
    both(x, y) = Tuple(cast<std::uint16_t>(in(x, y)) * 3, cast<float>(in(x, y)) + x);
    out(x, y) = cast<float>(both(x, y)[0]) + both(x + 1, y)[1];
    return {pipeline_of(out, {d.n, d.m}),
            {in},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n + 1, s.m}};
            },
            image()};
}

/// Sum and largest of every column in one update.
Built tuple_of_two_reductions(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Float(32), 2, "in");
    RDom r(0, in.dim(1).extent(), "r");
    Func f("f"), out("out");
    f(x) = Tuple(0.0f, -1000.0f);
    f(x) = Tuple(f(x)[0] + in(x, r), max(f(x)[1], in(x, r)));
    out(x) = f(x)[0] - f(x)[1];
    return {pipeline_of(out, {d.n}), {in}, image(), row()};
}

/// a(b(c(x))), each index clamped or of a type that bounds it.
Built indices_of_indices(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam a(Float(32), 1, "a"), b(Int(32), 1, "b"), c(UInt(8), 1, "c");
    Func first("first"), second("second"), out("out");
    first(x) = c(x) % 11;
    second(x) = b(clamp(cast<int>(first(x)), 0, b.dim(0).extent() - 1));
    out(x) = a(clamp(second(x), 0, a.dim(0).extent() - 1)) + a(0);
    return {pipeline_of(out, {d.n}),
            {a, b, c},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.k}, {s.m}, {s.n}};
            },
            row()};
}

/// A table over all values of a byte, computed once.
Built table_of_bytes(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(UInt(8), 2, "in");
    Func table("table"), out("out");
    table(x) = cast<std::uint8_t>(x * 7 % 251);
    out(x, y) = table(in(x, y)) + table(in(x, y) / 2);
    return {pipeline_of(out, {d.n, d.m}), {in}, image(), image()};
}

/// A Func that is read at places without any bound: it has no region to be computed for.
Built unbounded_access(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Int(32), 2, "in");
    Func square("square"), out("out");
    square(x) = x * x + 1;
    out(x, y) = square(in(x, y)) + square(in(x, y) + 1);
    Built built{pipeline_of(out, {d.n, d.m}), {in}, image(), image()};
    built.inlined = {square.name()};
    return built;
}

/// Places and values of a coarse grid, made by scatter, blurred, read by interpolation between two planes.
Built bilateral_grid(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(UInt(8), 2, "in");
    const Expr width = in.dim(0).extent(), height = in.dim(1).extent();
    RDom r(0, 4, 0, 4, "r");
    Func clamped = BoundaryConditions::repeat_edge(in), grid("grid"), blurred("blurred"), out("out");
    const Expr value = cast<int>(clamped(x * 4 + r.x, y * 4 + r.y));
    grid(x, y, z) = 0;
    grid(x, y, clamp(value / 4, 0, 3)) += value;
    blurred(x, y, z) = grid(x, y, z) + grid(x + 1, y, z) + grid(x, y + 1, z) + grid(x, y, max(z - 1, 0));
    const Expr plane = cast<int>(clamped(x, y)) / 4;
    out(x, y) =
        blurred(x / 4, y / 4, clamp(plane, 0, 3)) + blurred((x + 2) / 4, y / 4, clamp(plane + 1, 0, 3));
    return {pipeline_of(out, {d.n, d.m}), {in}, image(), image()};
}

/// A table for each level of brightness, which is another Func's value, between 0 and what a parameter says.
Built levels_of_brightness(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Float(32), 2, "in");
    Param<float> step("step");
    step.set_estimate(0.125f);
    step.set(0.25f);
    RDom r(0, 3, "r");
    Func level("level"), table("table"), smooth("smooth"), out("out");
    level(x, y) = cast<int>(clamp(in(x, y) * 0.01f, 0.0f, 1.0f) * cast<int>(1.0f / step));
    table(x, y, z) = in(x / 4, y / 4) * z;
    smooth(x, y, z) = 0.0f;
    smooth(x, y, z) += table(x + r, y, z);
    out(x, y) = smooth(x, y, level(x, y)) + smooth(x, y, level(x, y) + 1);
    return {pipeline_of(out, {d.n, d.m}), {in}, image(), image()};
}

/// Of every element those two places on at most: the largest and the sum of what lies before.
Built tuple_up_to_here(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Int(32), 1, "in");
    RDom r(0, 16, "r");
    r.where(r < x + 3);
    Func both("both"), out("out");
    both(x) = Tuple(0, 0);
    both(x) = Tuple(max(both(x)[0], in(r)), both(x)[1] + in(r));
    out(x) = both(x)[0] - both(x)[1];
    return {pipeline_of(out, {d.n}),
            {in},
            [](const Sizes& s) { return std::vector<Shape>{{std::min(16, s.n + 2)}}; },
            row()};
}

/// The nearest of 16 points to each of many, whose distances lie with those to one point side by side.
Built nearest_points(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam from(Int(32), 2, "from"), to(Int(32), 2, "to");
    RDom r(0, 3, "r"), k(0, 16, "k");
    Func distance("distance"), nearest("nearest"), out("out");
    distance(x, y) += (from(r, y) - to(r, x)) * (from(r, y) - to(r, x));
    nearest(y) = Tuple(1 << 30, -1);
    nearest(y) =
        Tuple(min(nearest(y)[0], distance(k, y)), select(distance(k, y) < nearest(y)[0], k, nearest(y)[1]));
    out(x) = nearest(x)[1] * 1000 + nearest(x)[0];
    return {pipeline_of(out, {d.n}),
            {from, to},
            [](const Sizes& s) {
                return std::vector<Shape>{{3, s.n}, {3, 16}};
            },
            row()};
}

/// Of two by two bytes, into an output.
Built largest_of_four(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(UInt(8), 2, "in");
    RDom r(0, 2, 0, 2, "r");
    Func largest("largest");
    largest(x, y) = cast<uint8_t>(0);
    largest(x, y) = max(largest(x, y), in(2 * x + r.x, 2 * y + r.y));
    return {pipeline_of(largest, {d.n, d.m}),
            {in},
            [](const Sizes& s) {
                return std::vector<Shape>{{2 * s.n, 2 * s.m}};
            },
            image()};
}

/// External code between two stages: github.com/halide/Halide#4101.
Built i4101_external_stage(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Int(32), 2, "in");
    Func twice("twice"), external("external"), out("out");
    twice(x, y) = in(x, y) * 2;
    external.define_extern("autoconfig_tests_plus_one", {twice}, Int(32), 2);
    out(x, y) = external(x, y) + external(x + 1, y);
    Pipeline pipeline = pipeline_of(out, {d.n, d.m});
    pipeline.set_jit_externs({{"autoconfig_tests_plus_one", JITExtern(plus_one)}});
    return {pipeline, {in}, [](const Sizes& s) { return std::vector<Shape>{{s.n + 1, s.m}}; }, image()};
}

} // namespace

const std::vector<PipelineCase>& update_cases() {
    static const std::vector<PipelineCase> cases = {
        {"scatter_in_order", scatter_in_order},
        {"histograms_of_rows", histograms_of_rows},
        {"equalized_by_rows", equalized_by_rows},
        {"lower_triangle", lower_triangle},
        {"sum_up_to_here", sum_up_to_here},
        {"where_data_says_so", where_data_says_so},
        {"updates_of_all_places", updates_of_all_places},
        {"updates_of_edges", updates_of_edges},
        {"even_and_odd_columns", even_and_odd_columns},
        {"tuple_of_two_types", tuple_of_two_types},
        {"tuple_of_two_reductions", tuple_of_two_reductions},
        {"indices_of_indices", indices_of_indices},
        {"table_of_bytes", table_of_bytes},
        {"unbounded_access", unbounded_access},
        {"bilateral_grid", bilateral_grid},
        {"tuple_up_to_here", tuple_up_to_here},
        {"i4101_external_stage", i4101_external_stage},
        {"nearest_points", nearest_points},
        {"largest_of_four", largest_of_four},
        {"levels_of_brightness", levels_of_brightness},
    };
    return cases;
}

} // namespace autoconfig::testing
