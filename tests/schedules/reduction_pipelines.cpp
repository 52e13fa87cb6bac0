// See pipelines.h: reductions along rows, across them and over both, by every operator, and what stands on
// them. An image has n columns and m rows.
#include "tests/schedules/stating.h"

#include "tests/support/vars.h"

namespace autoconfig::testing {

namespace {

using namespace Halide;

std::function<std::vector<Shape>(const Sizes&)> a_row() {
    return [](const Sizes& s) { return std::vector<Shape>{{s.m}}; };
}

std::function<std::vector<Shape>(const Sizes&)> a_column() {
    return [](const Sizes& s) { return std::vector<Shape>{{s.n}}; };
}

using Reduce = Expr (*)(const RDom&, const Expr&);

/// One number a row, by one of Halide's inline reductions.
template<typename T, Reduce reduce>
Built of_rows(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    const ImageParam in = input(type_of<T>(), "in", {d.n, d.m});
    const RDom r = along(in, 0, d.n, "r");
    Func out("out");
    out(y) = reduce(r, in(r, y));
    return {pipeline_of(out, {d.m}), {in}, image(), a_row()};
}

Expr added(const RDom& r, const Expr& e) { return sum(r, e); }
Expr multiplied(const RDom& r, const Expr& e) { return product(r, e); }
Expr largest(const RDom& r, const Expr& e) { return maximum(r, e); }
Expr smallest(const RDom& r, const Expr& e) { return minimum(r, e); }
/// Values are small whole numbers: many are equal.
Expr first_largest(const RDom& r, const Expr& e) { return cast<float>(argmax(r, e)[0]); }
Expr first_smallest(const RDom& r, const Expr& e) { return cast<float>(argmin(r, e)[0]); }

/// Is any element of the row above a bound?
Built any_of_rows(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    const ImageParam in = input("in", {d.n, d.m});
    const RDom r = along(in, 0, d.n, "r");
    Func any("any"), out("out");
    any(y) = cast<bool>(false);
    any(y) = any(y) || in(r, y) > 2.0f;
    out(y) = cast<float>(any(y));
    return {pipeline_of(out, {d.m}), {in}, image(), a_row()};
}

/// No operator that Halide knows to be associative.
Built two_largest_of_rows(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    const ImageParam in = input("in", {d.n, d.m});
    const RDom r = along(in, 0, d.n, "r");
    Func largest("largest"), out("out");
    largest(y) = Tuple(-1e9f, -1e9f);
    const Expr value = in(r, y), first = largest(y)[0], second = largest(y)[1];
    largest(y) = Tuple(max(first, value), max(min(first, value), second));
    out(y) = largest(y)[0] - 2.0f * largest(y)[1];
    return {pipeline_of(out, {d.m}), {in}, image(), a_row()};
}

/// The output itself, a polynomial: the order of its steps matters.
Built polynomial_of_rows(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    const ImageParam in = input(Int(32), "in", {d.n, d.m});
    const RDom r = along(in, 0, d.n, "r");
    Func out("out");
    out(y) = 1;
    out(y) = out(y) * 3 + in(r, y);
    return {pipeline_of(out, {d.m}), {in}, image(), a_row()};
}

/// Of equal ones the last, with two values that come along.
Built last_smallest_of_rows(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    const ImageParam in = input("in", {d.n, d.m}), other = input("other", {d.n, d.m});
    const RDom r = along(in, 0, d.n, "r");
    Func best("best"), out("out");
    best(y) = Tuple(-1, 1e9f, 0.0f);
    const Expr takes = in(r, y) <= best(y)[1];
    best(y) = Tuple(select(takes, r, best(y)[0]), select(takes, in(r, y), best(y)[1]),
                    select(takes, other(r, y), best(y)[2]));
    out(y) = cast<float>(best(y)[0]) * 100.0f + best(y)[1] * 10.0f + best(y)[2];
    return {pipeline_of(out, {d.m}),
            {in, other},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n, s.m}, {s.n, s.m}};
            },
            a_row()};
}

Built place_of_largest(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    const ImageParam in = input("in", {d.n, d.m});
    const RDom r(0, in.dim(0).extent(), 0, in.dim(1).extent(), "r");
    Func best("best"), out("out");
    const Tuple found = argmax(r, in(r.x, r.y), "found");
    best() = Tuple(found[0], found[1]);
    out(x) = best()[0] + 1000 * best()[1] + x;
    return {pipeline_of(out, {d.n}), {in}, image(), a_column()};
}

/// So many rows that their lines do not stay in L1.
template<Reduce reduce>
Built of_long_columns(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    const ImageParam in(Float(32), 2, "in");
    const RDom r(0, in.dim(1).extent(), "r");
    ImageParam stated = in;
    stated.dim(0).set_estimate(0, sizes.n);
    stated.dim(1).set_estimate(0, 3 * sizes.m);
    Func out("out");
    out(x) = reduce(r, in(x, r));
    return {pipeline_of(out, {d.n}),
            {in},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n, 3 * s.m}};
            },
            a_column()};
}

Built sum_of_image(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    const ImageParam in = input("in", {d.n, d.m});
    const RDom r(0, in.dim(0).extent(), 0, in.dim(1).extent(), "r");
    Func total("total"), out("out");
    total() = sum(r, in(r.x, r.y));
    out(x) = total() + cast<float>(x);
    return {pipeline_of(out, {d.n}), {in}, image(), a_column()};
}

Built softmax_of_rows(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    const ImageParam in = input("in", {d.n, d.m});
    const RDom r = along(in, 0, d.n, "r");
    Func most("most"), power("power"), total("total"), out("out");
    most(y) = maximum(r, in(r, y));
    power(x, y) = exp(in(x, y) - most(y));
    total(y) = sum(r, power(r, y));
    out(x, y) = power(x, y) / total(y);
    return {pipeline_of(out, {d.n, d.m}), {in}, image(), image(), 1e-5};
}

/// Two numbers a row, the second of which needs the first: both at root, in tasks.
Built log_sum_exp_of_rows(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    const ImageParam in = input("in", {d.n, d.m});
    const RDom r = along(in, 0, d.n, "r");
    Func most("most"), total("total"), out("out");
    most(y) = maximum(r, in(r, y));
    total(y) = sum(r, exp(in(r, y) - most(y)));
    out(y) = log(total(y)) + most(y);
    return {pipeline_of(out, {d.m}), {in}, image(), a_row(), 1e-5};
}

/// For each of three channels; neighbours share a row.
Built sums_of_many_rows(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    const ImageParam in = input("in", {d.n, d.m});
    const RDom r = along(in, 0, d.n, "r");
    const Var c("c");
    Func weighted("weighted"), out("out");
    weighted(y, c) += in(r, y) * cast<float>(c + 1);
    out(y, c) = weighted(y, c) + weighted(max(y - 1, 0), c);
    return {pipeline_of(out, {d.m, fixed(3)}), {in}, image(), [](const Sizes& s) {
                return std::vector<Shape>{{s.m, 3}};
            }};
}

Built norm_of_rows(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    const ImageParam in = input("in", {d.n, d.m});
    const RDom r = along(in, 0, d.n, "r");
    const Expr count = cast<float>(in.dim(0).extent());
    Func mean("mean"), variance("variance"), out("out");
    mean(y) = sum(r, in(r, y)) / count;
    variance(y) = sum(r, (in(r, y) - mean(y)) * (in(r, y) - mean(y))) / count;
    out(x, y) = (in(x, y) - mean(y)) / sqrt(variance(y) + 1.0f);
    return {pipeline_of(out, {d.n, d.m}), {in}, image(), image(), 1e-4};
}

Built pooled_by_two(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    const ImageParam in(Float(32), 2, "in");
    const RDom r(0, 3, 0, 3, "r");
    Func out("out");
    out(x, y) = maximum(r, in(2 * x + r.x, 2 * y + r.y));
    return {pipeline_of(out, {d.n, d.m}),
            {in},
            [](const Sizes& s) {
                return std::vector<Shape>{{2 * s.n + 1, 2 * s.m + 1}};
            },
            image()};
}

/// Of each row, read by two outputs.
Built sums_read_twice(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in = input(Float(32), "in", {d.n, d.m});
    const RDom r(0, in.dim(0).extent(), "r");
    Func sums("sums"), doubles("doubles"), out("out");
    sums(y) += in(r, y);
    doubles(y) = sums(y) * 2;
    out(x, y) = in(x, y) - sums(y);
    state(doubles.output_buffer(), {d.m});
    state(out.output_buffer(), {d.n, d.m});
    return {Pipeline({doubles, out}), {in}, image(), [](const Sizes& s) {
                return std::vector<Shape>{{s.m}, {s.n, s.m}};
            }};
}

/// What each row holds of so many complex waves, an odd number, and their strengths added up.
template<int waves>
Built strengths_of_waves(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    const ImageParam in = input("in", {d.n, d.m});
    const RDom r = along(in, 0, d.n, "r"), all(0, waves, "all");
    Func wave("wave"), held("held"), strength("strength"), out("out");
    Var k("k"), i("i");
    wave(k, i) = Tuple(cast<float>((i * k) % 5) - 2.0f, cast<float>((i * k) % 3) - 1.0f);
    held(k, y) = Tuple(0.0f, 0.0f);
    held(k, y) = Tuple(held(k, y)[0] + wave(k, r)[0] * in(r, y), held(k, y)[1] + wave(k, r)[1] * in(r, y));
    strength(k, y) = abs(held(k, y)[0]) + abs(held(k, y)[1]);
    out(y) = sum(strength(all, y));
    return {pipeline_of(out, {d.m}), {in}, image(), a_row()};
}

/// Of rows of one element, which is divided by none: infinite, and cut.
Built variance_of_one(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in = input(Float(32), "in", {d.n, d.m});
    Func count("count"), others("others"), divisor("divisor"), squares("squares"), out("out");
    count() = 1.0f;
    others() = count() - 1.0f;
    divisor(y) = max(others(), 0.0f);
    squares(x, y) = in(x, y) * in(x, y) + 1.0f;
    out(x, y) = min(squares(x, y) / divisor(y), 7.0f) + in(x, y);
    return {pipeline_of(out, {d.n, d.m}), {in}, image(), image()};
}

} // namespace

const std::vector<PipelineCase>& reduction_cases() {
    static const std::vector<PipelineCase> cases = {
        {"sums_of_rows", of_rows<float, added>},
        {"sums_of_rows_of_bytes", of_rows<uint8_t, added>},
        {"sums_of_rows_of_i64", of_rows<int64_t, added>},
        {"products_of_rows", of_rows<int32_t, multiplied>},
        {"largest_of_rows", of_rows<float, largest>},
        {"smallest_of_rows_of_bytes", of_rows<uint8_t, smallest>},
        {"first_largest_of_rows", of_rows<float, first_largest>},
        {"first_smallest_of_rows_of_bytes", of_rows<uint8_t, first_smallest>},
        {"last_smallest_of_rows", last_smallest_of_rows},
        {"two_largest_of_rows", two_largest_of_rows},
        {"polynomial_of_rows", polynomial_of_rows},
        {"place_of_largest", place_of_largest},
        {"any_of_rows", any_of_rows},
        {"sums_of_long_columns", of_long_columns<added>},
        {"first_largest_of_long_columns", of_long_columns<first_largest>},
        {"sum_of_image", sum_of_image},
        {"softmax_of_rows", softmax_of_rows},
        {"log_sum_exp_of_rows", log_sum_exp_of_rows},
        {"sums_of_many_rows", sums_of_many_rows},
        {"norm_of_rows", norm_of_rows},
        {"pooled_by_two", pooled_by_two},
        {"sums_read_twice", sums_read_twice},
        {"variance_of_one", variance_of_one},
        {"strengths_of_17_waves", strengths_of_waves<17>},
        {"strengths_of_41_waves", strengths_of_waves<41>},
    };
    return cases;
}

} // namespace autoconfig::testing
