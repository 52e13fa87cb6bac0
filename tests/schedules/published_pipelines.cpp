// See pipelines.h: what published reports on the stock autoschedulers are about, rebuilt in our own words and
// named after their number at github.com/halide/Halide.
#include "tests/schedules/stating.h"

#include "tests/support/vars.h"

namespace autoconfig::testing {

namespace {

using namespace Halide;
using namespace Halide::BoundaryConditions;

/// Tiles of two levels, larger than the image.
Built i5070_tiles_larger_than_the_image(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in = input(UInt(8), "in", {d.n, d.m});
    Func edge = repeat_edge(in), across("across"), down("down"), out("out");
    across(x, y) = cast<std::uint16_t>(edge(x - 1, y)) + edge(x, y) + edge(x + 1, y);
    down(x, y) = across(x, y - 1) + across(x, y) + across(x, y + 1);
    out(x, y) = cast<std::uint8_t>(down(x, y) / 9);
    return {pipeline_of(out, {d.n, d.m}), {in}, image(), image()};
}

/// A row of a table found by an index that may count from the end; outside of the table zero.
Built i8308_row_of_a_table(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam row(Int(32), 1, "row"), table(Float(32), 1, "table");
    Func index("index"), wrapped("wrapped"), out("out");
    const Expr rows = table.dim(0).extent() / 8;
    index(x) = row(x / 8);
    wrapped(x) = select(index(x) < 0, index(x) + rows, index(x));
    out(x) = constant_exterior(table, 0.0f)(x % 8 + 8 * clamp(wrapped(x), 0, rows - 1));
    return {pipeline_of(out, {d.n}),
            {row, table},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n / 8 + 1}, {8 * s.k}};
            },
            [](const Sizes& s) { return std::vector<Shape>{{s.n}}; }};
}

/// A transposition as an update of an undefined output at flattened places.
Built i8278_transposed_by_scatter(const Sizes& sizes, const Bound&) {
    ImageParam in(Float(32), 1, "in");
    RDom r(0, 13, 0, in.dim(0).extent() / 13, "r");
    Func positive("positive"), out("out");
    positive(x, y) = max(in(y % 6 + 6 * x + 78 * (y / 6)), 0.0f);
    out(x) = undef<float>();
    out(r.x + 13 * (r.y % 6) + 78 * (r.y / 6)) = positive(r.x, r.y);
    const auto shape = [](const Sizes& s) { return std::vector<Shape>{{78 * s.k}}; };
    return {pipeline_of(out, {{78 * sizes.k, false}}), {in}, shape, shape};
}

/// One value at every place of the output.
Built i8246_one_sum_everywhere(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam a(Float(32), 1, "a"), b(Float(32), 1, "b");
    Func out("out");
    out(x) = a(0) + b(0);
    return {pipeline_of(out, {d.n}),
            {a, b},
            [](const Sizes&) {
                return std::vector<Shape>{{1}, {1}};
            },
            [](const Sizes& s) { return std::vector<Shape>{{s.n}}; }};
}

/// Loads at places that an input holds, promised and clamped to be inside.
Built i8261_indirect_loads(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam index(Int(32), 2, "index"), table(Float(32), 1, "table");
    Func at("at"), out("out");
    const Expr last = table.dim(0).extent() - 1;
    at(x, y) = abs(index(x, y)) % (last + 1);
    out(x, y) =
        table(unsafe_promise_clamped(cast<int>(at(x, y)), 0, last)) + table(clamp(index(x, y), 0, last));
    return {pipeline_of(out, {d.n, d.m}),
            {index, table},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n, s.m}, {s.k}};
            },
            image()};
}

/// An undefined output of which all is set first, then one row that an input names.
Built i8312_row_that_an_input_names(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam row(Int(32), 1, "row"), values(Float(32), 1, "values");
    RDom r(0, values.dim(0).extent(), "r");
    Func named("named"), out("out");
    named(x) = values(x);
    const Expr index = row(0) + select(row(0) < 0, 8, 0);
    out(x, y) = undef<float>();
    out(x, y) = 1.0f;
    out(r, clamp(index, 0, 7)) = named(r);
    return {pipeline_of(out, {d.n, fixed(8)}),
            {row, values},
            [](const Sizes& s) {
                return std::vector<Shape>{{1}, {s.n}};
            },
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n, 8}};
            }};
}

/// Scalars only: inputs, stages and output without dimensions.
Built i7670_scalars(const Sizes&, const Bound&) {
    ImageParam a(Float(32), 0, "a"), b(Float(32), 0, "b");
    Func product("product"), out("out");
    product() = a() * b();
    out() = product() + product() + 1.0f;
    const auto none = [](const Sizes&) { return std::vector<Shape>{{}}; };
    return {Pipeline(out), {a, b}, [](const Sizes&) { return std::vector<Shape>{{}, {}}; }, none};
}

/// A single pointwise stage over a buffer that is part of the pipeline.
Built i6899_embedded_buffer(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    Buffer<float> ramp(512, "ramp");
    for (int i = 0; i < 512; ++i) ramp(i) = static_cast<float>(i);
    Func out("out");
    out(x) = ramp(clamp(x, 0, 511)) * 2.0f;
    return {pipeline_of(out, {d.n}),
            {},
            [](const Sizes&) { return std::vector<Shape>{}; },
            [](const Sizes& s) { return std::vector<Shape>{{s.n}}; }};
}

/// Four dimensions of which one is read, elsewhere constants.
Built i4512_constant_coordinates(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Float(32), 3, "in");
    Func out("out");
    out(x, y, z, t) = in(0, z, 0);
    return {pipeline_of(out, {d.n, fixed(3), d.m, fixed(2)}),
            {in},
            [](const Sizes& s) {
                return std::vector<Shape>{{1, s.m, 1}};
            },
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n, 3, s.m, 2}};
            }};
}

/// A small third dimension that no tile divides.
Built i3103_small_third_dimension(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Float(32), 3, "in");
    Func edge = repeat_edge(in), smooth("smooth"), out("out");
    smooth(x, y, z) = edge(x - 1, y, z) + edge(x + 1, y, z) + edge(x, y, z - 1);
    out(x, y, z) = smooth(x, y, z) - smooth(x, y + 1, z + 1);
    const auto cube = image(3);
    return {pipeline_of(out, {d.n, d.m, fixed(3)}), {in}, cube, cube};
}

/// Corners by products of derivatives, without a boundary condition.
Built i5949_corners(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Float(32), 3, "in");
    Func gray("gray"), dx("dx"), dy("dy"), dxx("dxx"), dyy("dyy"), dxy("dxy"), sxx("sxx"), syy("syy"),
        sxy("sxy"), out("out");
    gray(x, y) = in(x, y, 0) + 2 * in(x, y, 1) + in(x, y, 2);
    dx(x, y) = gray(x + 1, y) - gray(x - 1, y);
    dy(x, y) = gray(x, y + 1) - gray(x, y - 1);
    dxx(x, y) = dx(x, y) * dx(x, y);
    dyy(x, y) = dy(x, y) * dy(x, y);
    dxy(x, y) = dx(x, y) * dy(x, y);
    const std::pair<Func, Func> sums[] = {{sxx, dxx}, {syy, dyy}, {sxy, dxy}};
    for (auto [sum, of] : sums)
        sum(x, y) = of(x - 1, y) + of(x, y) + of(x + 1, y) + of(x, y - 1) + of(x, y + 1);
    out(x, y) = (sxx(x + 2, y + 2) - syy(x + 2, y + 2)) * 2 - sxy(x + 2, y + 2);
    return {pipeline_of(out, {d.n, d.m}),
            {in},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n + 4, s.m + 4, 3}};
            },
            image()};
}

/// A histogram at places that a Func clamps.
Built i4397_histogram_of_a_func(const Sizes& sizes, const Bound&) {
    (void)sizes;
    ImageParam in(Int(32), 2, "in");
    RDom r(0, in.dim(0).extent(), 0, in.dim(1).extent(), "r");
    Func clamped("clamped"), counts("counts"), out("out");
    clamped(x, y) = clamp(in(x, y), 0, 7);
    counts(x) = 0;
    counts(clamped(r.x, r.y)) += 1;
    out(x) = counts(x);
    return {
        pipeline_of(out, {fixed(8)}), {in}, image(), [](const Sizes&) { return std::vector<Shape>{{8}}; }};
}

/// A histogram by rows, and the image it is of: two outputs of different sizes.
Built i8000_histogram_and_image(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Float(32), 2, "in");
    RDom rows(0, in.dim(1).extent(), "rows"), columns(0, in.dim(0).extent(), "columns");
    Func twice("twice"), lines("lines"), counts("counts");
    twice(x, y) = in(x, y) * 2.0f;
    lines(x, y) = 0;
    lines(x, clamp(cast<int>(twice(x, rows)) + 10, 0, 15)) += 1;
    counts(y) = 0;
    counts(y) += lines(columns, y);
    state(counts.output_buffer(), {fixed(16)});
    state(twice.output_buffer(), {d.n, d.m});
    return {Pipeline({counts, twice}), {in}, image(), [](const Sizes& s) {
                return std::vector<Shape>{{16}, {s.n, s.m}};
            }};
}

/// Everything divided by a sum without dimensions.
Built i8256_normalised(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Float(32), 1, "in");
    RDom r(0, in.dim(0).extent(), "r");
    Func power("power"), sum("sum"), out("out");
    power(x) = exp(in(x));
    sum() = 0.0f;
    sum() += power(r);
    out(x) = power(x) / sum();
    const auto row = [](const Sizes& s) { return std::vector<Shape>{{s.n}}; };
    Built built{pipeline_of(out, {d.n}), {in}, row, row};
    built.tolerance = 1e-4;
    return built;
}

/// Five definitions of one Func: some over everything, one reduces, one writes a column.
Built i7606_many_definitions(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Float(32), 2, "in");
    RDom r(0, 10, "r");
    Func h("h"), f("f"), out("out");
    h(x, y) = cast<float>(x % 5 + y % 3);
    f(x, y) = in(x, y) * 2;
    f(x, y) += 17;
    f(x, y) += r * h(x, y);
    f(x, y) *= 2;
    f(0, y) = 23.0f;
    out(x, y) = f(x, y) + f(x + 2, y + 2);
    return {pipeline_of(out, {d.n, d.m}),
            {in},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n + 2, s.m + 2}};
            },
            image()};
}

/// An input that says nothing of its size, behind a Func of its own.
Built i2141_input_without_estimates(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(UInt(8), 2, "in");
    Func float_in("float_in"), out("out");
    float_in(x, y) = cast<float>(in(x, y));
    out(x, y) = float_in(x, y) + float_in(x + 1, y + 3);
    return {pipeline_of(out, {d.n, d.m}),
            {in},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n + 1, s.m + 3}};
            },
            image()};
}

/// Sizes are bounds only; an estimate says something else.
Built i2766_bounds_and_other_estimates(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    Built built = i5070_tiles_larger_than_the_image(sizes, bound);
    for (Func output : built.pipeline.outputs()) output.set_estimate(x, 0, 7).set_estimate(y, 0, 3000);
    return built;
}

/// Six neighbours in three dimensions.
Built i8400_stencil_of_a_volume(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Float(32), 3, "in");
    Func out("out");
    const Expr u = x + 1, v = y + 1, w = z + 1;
    out(x, y, z) = in(u - 1, v, w) + in(u, v - 1, w) * 2 + in(u, v, w - 1) + in(u + 1, v, w) * 2 +
                   in(u, v + 1, w) * 2 + in(u, v, w + 1) * 2 + in(u, v, w);
    return {pipeline_of(out, {d.n, d.m, fixed(5)}),
            {in},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n + 2, s.m + 2, 7}};
            },
            image(5)};
}

/// A depthwise convolution with a bias and a bound below.
Built i2775_depthwise(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Float(32), 3, "in"), filter(Float(32), 3, "filter"), bias(Float(32), 1, "bias");
    RDom r(0, 3, 0, 3, "r");
    Func sum("sum"), out("out");
    sum(x, y, z) = bias(z);
    sum(x, y, z) += in(x + r.x, y + r.y, z) * filter(r.x, r.y, z);
    out(x, y, z) = max(sum(x, y, z), 0.0f);
    return {pipeline_of(out, {d.n, d.m, fixed(4)}),
            {in, filter, bias},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n + 2, s.m + 2, 4}, {3, 3, 4}, {4}};
            },
            image(4)};
}

} // namespace

const std::vector<PipelineCase>& published_cases() {
    static const std::vector<PipelineCase> cases = {
        {"i5070_tiles_larger_than_the_image", i5070_tiles_larger_than_the_image},
        {"i8308_row_of_a_table", i8308_row_of_a_table},
        {"i8278_transposed_by_scatter", i8278_transposed_by_scatter},
        {"i8246_one_sum_everywhere", i8246_one_sum_everywhere},
        {"i8261_indirect_loads", i8261_indirect_loads},
        {"i8312_row_that_an_input_names", i8312_row_that_an_input_names},
        {"i7670_scalars", i7670_scalars},
        {"i6899_embedded_buffer", i6899_embedded_buffer},
        {"i4512_constant_coordinates", i4512_constant_coordinates},
        {"i3103_small_third_dimension", i3103_small_third_dimension},
        {"i5949_corners", i5949_corners},
        {"i4397_histogram_of_a_func", i4397_histogram_of_a_func},
        {"i8000_histogram_and_image", i8000_histogram_and_image},
        {"i8256_normalised", i8256_normalised},
        {"i7606_many_definitions", i7606_many_definitions},
        {"i2141_input_without_estimates", i2141_input_without_estimates},
        {"i2766_bounds_and_other_estimates", i2766_bounds_and_other_estimates},
        {"i8400_stencil_of_a_volume", i8400_stencil_of_a_volume},
        {"i2775_depthwise", i2775_depthwise},
    };
    return cases;
}

} // namespace autoconfig::testing
