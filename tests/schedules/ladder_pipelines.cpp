// See pipelines.h: pipelines without a contraction that could be tiled. They run over n columns and m rows.
#include "tests/schedules/stating.h"

#include "tests/support/vars.h"

namespace autoconfig::testing {

namespace {

using namespace Halide;

Built blur(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    const Stated wide{d.n.size + 2, d.n.bound}, high{d.m.size + 2, d.m.bound};
    ImageParam in = input("in", {wide, high});
    Func across("across"), out("out");
    across(x, y) = in(x, y) + in(x + 1, y) + in(x + 2, y);
    out(x, y) = across(x, y) + across(x, y + 1) + across(x, y + 2);
    return {pipeline_of(out, {d.n, d.m}),
            {in},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n + 2, s.m + 2}};
            },
            image()};
}

/// The scatter of a histogram, then its running sum at every pixel.
Built equalise(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in = input(UInt(8), "in", {d.n, d.m});
    RDom r(0, in.dim(0).extent(), 0, in.dim(1).extent(), "r"), s(1, 255, "s");
    Func count("count"), below("below"), out("out");
    count(x) = 0;
    count(in(r.x, r.y)) += 1;
    below(x) = 0;
    below(0) = count(0);
    below(s) = below(s - 1) + count(s);
    out(x, y) = below(in(x, y));
    return {pipeline_of(out, {d.n, d.m}), {in}, image(), image()};
}

/// The sum of all, without a dimension.
Built sum_of_all(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in = input("in", {d.n, d.m});
    RDom r(0, in.dim(0).extent(), 0, in.dim(1).extent(), "r");
    Func sum("sum");
    sum() = 0.0f;
    sum() += in(r.x, r.y);
    return {pipeline_of(sum, {}), {in}, image(), [](const Sizes&) { return std::vector<Shape>{{}}; }};
}

/// A dot product: a contraction without a loop to vectorise.
Built dot(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam a = input("a", {d.k}), b = input("b", {d.k});
    RDom k = along(a, 0, d.k);
    Func sum("sum");
    sum() += a(k) * b(k);
    return {pipeline_of(sum, {}),
            {a, b},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.k}, {s.k}};
            },
            [](const Sizes&) { return std::vector<Shape>{{}}; }};
}

/// Where the largest element of every row is, and what it is.
Built argmax_of_rows(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in = input("in", {d.n, d.m});
    RDom r(0, in.dim(0).extent(), "r");
    Func best("best"), where("where"), what("what");
    best(y) = Tuple(0, -1000.0f);
    best(y) = Tuple(select(in(r, y) > best(y)[1], r, best(y)[0]), max(in(r, y), best(y)[1]));
    where(y) = best(y)[0];
    what(y) = best(y)[1] * 2.0f;
    state(where.output_buffer(), {d.m});
    state(what.output_buffer(), {d.m});
    return {Pipeline({where, what}), {in}, image(), [](const Sizes& s) {
                return std::vector<Shape>{{s.m}, {s.m}};
            }};
}

/// The same as an output with two values.
Built tuple_output(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in = input("in", {d.n, d.m});
    RDom r(0, in.dim(1).extent(), "r");
    Func best("best");
    best(x) = Tuple(0, -1000.0f);
    best(x) = Tuple(select(in(x, r) > best(x)[1], r, best(x)[0]), max(in(x, r), best(x)[1]));
    return {Pipeline(best), {in}, image(), [](const Sizes& s) { return std::vector<Shape>{{s.n}, {s.n}}; }};
}

/// Running sums along rows, then along columns.
Built integral(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in = input("in", {d.n, d.m});
    RDom r(1, in.dim(0).extent() - 1, "r"), c(1, in.dim(1).extent() - 1, "c");
    Func sum("sum");
    sum(x, y) = in(x, y);
    sum(r, y) += sum(r - 1, y);
    sum(x, c) += sum(x, c - 1);
    return {pipeline_of(sum, {d.n, d.m}), {in}, image(), image()};
}

/// A reduction of one step: the update works on a row of known place.
Built first_row(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in = input("in", {d.n, d.m});
    RDom c(0, 1, "c");
    Func twice("twice");
    twice(x, y) = in(x, y);
    twice(x, c) += twice(x, c);
    return {pipeline_of(twice, {d.n, d.m}), {in}, image(), image()};
}

/// A reduction over the part below the diagonal.
Built triangle(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in = input("in", {d.n, d.m});
    RDom r(0, in.dim(0).extent(), "r");
    r.where(r.x <= 3);
    Func sum("sum"), out("out");
    sum(y) = 0.0f;
    sum(y) += in(r, y) * in(r, y);
    out(x, y) = in(x, y) - sum(y);
    return {pipeline_of(out, {d.n, d.m}), {in}, image(), image()};
}

/// An image looked up at places that another image holds.
Built gather(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in = input("in", {d.n, d.m}), map = input(UInt(8), "map", {d.n, d.m});
    Func twice("twice"), out("out");
    twice(x, y) = in(x, y) * 2.0f;
    out(x, y) = twice(clamp(cast<int>(map(x, y)), 0, in.dim(0).extent() - 1), y) + twice(x, y);
    return {pipeline_of(out, {d.n, d.m}),
            {in, map},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n, s.m}, {s.n, s.m}};
            },
            image()};
}

/// Pure and elementwise only.
Built brighten(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in = input("in", {d.n, d.m});
    Func twice("twice"), out("out");
    twice(x, y) = in(x, y) * 2.0f;
    out(x, y) = min(twice(x, y), 3.0f);
    return {pipeline_of(out, {d.n, d.m}), {in}, image(), image()};
}

} // namespace

const std::vector<PipelineCase>& ladder_cases() {
    static const std::vector<PipelineCase> cases = {
        {"blur", blur},
        {"equalise", equalise},
        {"sum_of_all", sum_of_all},
        {"dot", dot},
        {"argmax_of_rows", argmax_of_rows},
        {"tuple_output", tuple_output},
        {"integral", integral},
        {"first_row", first_row},
        {"triangle", triangle},
        {"gather", gather},
        {"brighten", brighten},
    };
    return cases;
}

} // namespace autoconfig::testing
