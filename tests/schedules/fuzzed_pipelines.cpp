// See pipelines.h: what tests/fuzz found, made small and named after what is special about it.
#include "tests/schedules/stating.h"

#include "tests/support/vars.h"

#include <algorithm>

namespace autoconfig::testing {

namespace {

using namespace Halide;

/// An index that its Func does not use, found by counting: the counts have a reader only as long as the
/// column is not inlined.
Built index_without_use(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Int(32), 2, "in");
    RDom r(0, in.dim(0).extent(), "r");
    Func column("column"), counts("counts"), out("out");
    column(x, y) = x * 3;
    counts(x, y) = 0;
    counts(clamp(in(r, y), 0, 7), y) += 1;
    out(x, y) = column(x, clamp(counts(x % 8, y), 0, 15));
    return {pipeline_of(out, {d.n, d.m}), {in}, image(), image()};
}

/// Two outputs in one Tuple take up a product: its tiles ask how large they are.
Built product_in_a_tuple(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam a = input("a", {d.k, d.m}), b = input("b", {d.n, d.k});
    const RDom k = along(a, 0, d.k);
    Func product("product"), out("out");
    product(x, y) += a(k, y) * b(x, k);
    out(x, y) = Tuple(product(x, y) + 1.0f, cast<int>(product(x, y)) % 64);
    for (OutputImageParam buffer : out.output_buffers()) state(buffer, {d.n, d.m});
    return {Pipeline(out),
            {a, b},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.k, s.m}, {s.n, s.k}};
            },
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n, s.m}, {s.n, s.m}};
            }};
}

/// B is one slice of what has another dimension; all sizes are known.
Built products_with_a_slice(const Sizes&, const Bound&) {
    constexpr int columns = 8, rows = 17, length = 40, count = 3;
    ImageParam a(Float(32), 3, "a"), b(Float(32), 4, "b");
    const RDom k(0, length, "k");
    Func out("out");
    out(x, y, z) = 0.0f;
    out(x, y, z) += a(k, y, z) * b(x, k, z, 0);
    return {pipeline_of(out, {fixed(columns), fixed(rows), fixed(count)}),
            {a, b},
            [](const Sizes&) {
                return std::vector<Shape>{{length, rows, count}, {columns, length, count, 1}};
            },
            [](const Sizes&) {
                return std::vector<Shape>{{columns, rows, count}};
            }};
}

/// Counts that are read along a row, which goes on line by line, and across all rows.
Built counts_across(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Int(32), 2, "in"), row(Int(32), 1, "row");
    const Expr width = in.dim(0).extent();
    RDom r(0, width, "r"), k(0, width, "k");
    Func counts("counts"), sums("sums"), out("out");
    const Expr bin = clamp(row(r), 0, width - 1);
    const auto count = [&](const Expr& column, const Expr& line) {
        return cast<float>(cast<int>(counts(column, line)) % 32);
    };
    counts(x, y) = 0.0f;
    counts(bin, y) += 1.0f;
    sums(x, y) = 1.0f;
    sums(x, y) += count(k, y) * count(x, k);
    out(x, y) = cast<float>(clamp(row(x), 0, 15)) + cast<float>(cast<int>(sums(x, y)) % 1024);
    state(in, {{2, false}, {1, false}});
    state(out.output_buffer(), {{2, false}, {1, false}});
    return {Pipeline(out),
            {in, row},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n, s.m}, {s.n}};
            },
            image()};
}

/// The product is read at the 256 places that an index wraps around to, whatever it was before.
Built index_wraps_around(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam a(Float(32), 1, "a"), b(Float(32), 2, "b");
    const RDom k = along(a, 0, d.k);
    Func product("product"), out("out");
    product(x) += a(k) * b(x, k);
    out(x, y) = product(cast<int>(cast<std::uint8_t>(cast<int>(product(x)) % 1048576)));
    return {pipeline_of(out, {d.n, d.m}),
            {a, b},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.k}, {std::max(s.n, 256), s.k}};
            },
            image()};
}

/// One output is made of another.
Built output_of_an_output(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in = input("in", {d.n, d.m});
    Func twice("twice"), sum("sum"), image_of_row("image_of_row");
    twice(x, y) = in(x, y) * 2;
    sum(x) = twice(x, 0) + in(x, 0);
    image_of_row(x, y) = sum(x) + in(x, y);
    state(twice.output_buffer(), {d.n, d.m});
    state(sum.output_buffer(), {d.n});
    state(image_of_row.output_buffer(), {d.n, d.m});
    return {Pipeline({twice, sum, image_of_row}), {in}, image(), [](const Sizes& s) {
                return std::vector<Shape>{{s.n, s.m}, {s.n}, {s.n, s.m}};
            }};
}

/// Every fourth element of rows that are scanned.
Built every_fourth_element(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Int(32), 1, "in");
    RDom r(1, 1, "r");
    Func scanned("scanned"), out("out");
    scanned(x, y) = in(x);
    scanned(r, y) += scanned(r - 1, y);
    out(x, y) = cast<float>(scanned(4 * x, y)) + cast<float>(scanned(4 * x + 1, y + 1));
    return {pipeline_of(out, {d.n, d.m}),
            {in},
            [](const Sizes& s) { return std::vector<Shape>{{4 * s.n}}; },
            image()};
}

/// Rows named by bytes of what a Func rounds, of both signs.
Built rounded_to_bytes(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in = input(Float(32), "in", {d.n, d.m});
    Func whole("whole"), out("out");
    whole(x, y) =
        cast<int>(in(clamp(x, 0, in.dim(0).extent() - 1), clamp(y, 0, in.dim(1).extent() - 1)) * 3.0f - 9.0f);
    out(x, y) = whole(x, cast<int>(cast<uint8_t>(whole(x, y))));
    return {pipeline_of(out, {d.n, d.m}), {in}, image(), image()};
}

/// Twice the same of a product, of which nothing is left, beside an output that the product reads.
Built product_less_itself(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Int(32), 1, "in");
    RDom r(0, 4, "r");
    Func doubles("doubles"), product("product"), out("out");
    doubles(x, y) = cast<double>(in(x));
    product(x, y) += cast<float>(doubles(r, y)) * cast<float>(doubles(x, r));
    out(x, y) = product(x, y) - product(x, y);
    state(doubles.output_buffer(), {d.n, d.m});
    state(out.output_buffer(), {d.n, d.m});
    return {Pipeline({doubles, out}),
            {in},
            [](const Sizes& s) { return std::vector<Shape>{{std::max(s.n, 4)}}; },
            [](const Sizes& s) {
                return std::vector<Shape>{{std::max(s.n, 4), std::max(s.m, 4)}, {s.n, s.m}};
            }};
}

/// Twice as wide as what it reads by turns, and read at rows that it names itself.
Built rows_named_by_turns(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in = input(Int(32), "in", {d.n, d.m});
    const Expr right = in.dim(0).extent() - 1, bottom = in.dim(1).extent() - 1;
    Func row("row"), turns("turns"), out("out");
    row(x) = in(clamp(x, 0, right), 0) * in(clamp(x, 0, right), bottom);
    row.compute_root();
    turns(x, y) = select(x % 2 == 0, in(clamp(x / 2, 0, right), clamp(y, 0, bottom)), row(x / 2));
    out(x, y) = turns(x, cast<int>(cast<uint8_t>(turns(x, y))));
    return {pipeline_of(out, {d.n, d.m}), {in}, image(), image()};
}

/// Four neighbours of every other element of what each row of an image makes.
Built halved_rows(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Int(32), 2, "in");
    Func row("row"), out("out");
    row(x, y) = in(x, y) * in(x + 1, y) + in(x + 2, y) / 3;
    out(x, y) = row(2 * x + 1, y) / (row(2 * x, y) / 3 + row(2 * x + 2, y) * row(2 * x + 3, y) / 5 + 1);
    return {pipeline_of(out, {d.n, d.m}),
            {in},
            [](const Sizes& s) {
                return std::vector<Shape>{{2 * s.n + 4, s.m}};
            },
            image()};
}

/// Rows of counts of what is beyond an int for all that its type says.
Built counted_by_squares(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in = input(UInt(16), "in", {d.n, d.m});
    const Expr last = in.dim(0).extent() - 1;
    RDom r(0, in.dim(0).extent(), "r");
    Func square("square"), counts("counts");
    const Expr value = cast<float>(in(clamp(x, 0, last), 0));
    square(x) = value * value;
    counts(x, y) = 0;
    counts(clamp(cast<int>(square(r)), 0, last), y) += 1;
    return {pipeline_of(counts, {d.n, d.m}), {in}, image(), image()};
}

/// All of a convolution, whose columns lie two elements apart, in one tile.
Built halved_window(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Int(32), 3, "in"), weights(Int(32), 3, "weights"), bias(Int(32), 1, "bias");
    RDom r(0, 3, 0, 3, 0, 3, "r");
    Func biased("biased"), out("out");
    biased(x, y, z) = in(x, y, z) + bias(y);
    out(x) += biased(2 * x + r.x, r.y, r.z) * weights(r.x, r.y, r.z);
    return {pipeline_of(out, {d.n}),
            {in, weights, bias},
            [](const Sizes& s) {
                return std::vector<Shape>{{2 * s.n + 1, 3, 3}, {3, 3, 3}, {3}};
            },
            [](const Sizes& s) { return std::vector<Shape>{{s.n}}; }};
}

/// Rows of two elements, extended at their ends, of the largest and the counts of such rows.
Built rows_of_two(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in = input(Float(64), "in", {d.n, d.m}), places(Int(8), 2, "places");
    const Expr columns = in.dim(0).extent(), rows = in.dim(1).extent();
    const RDom one(0, 1, "one"), r(0, columns, "r");
    Func turned("turned"), best("best"), counts("counts"), whole("whole"), out("out");
    turned(x, y) = cast<float>(in(clamp(y, 0, columns - 1), clamp(x, 0, rows - 1)));
    best(x, y) = Tuple(0, -100000.0f);
    best(x, y) =
        Tuple(select(best(x, y)[1] < turned(x, y), one.x, best(x, y)[0]), max(best(x, y)[1], turned(x, y)));
    counts(x, y) = 0;
    counts(clamp(cast<int>(places(r, y)), 0, columns - 1), y) += 1;
    whole(x, y) = cast<int16_t>(cast<int>(best(x, y)[1]) % 16384) - cast<int16_t>(counts(x, y));
    const Func extended = BoundaryConditions::repeat_edge(whole, {{0, columns}});
    const auto at = [&](const Expr& column, const Expr& row) {
        return cast<int>(extended(column, row)) % 1024;
    };
    out(x, y, z) = cast<int16_t>(at(x, y + 3) + at(x - 2, y + 4) + at(x + 1, y));
    turned.compute_root();
    return {pipeline_of(out, {d.n, d.m, d.k}),
            {in, places},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n, s.m}, {s.n, s.m + 4}};
            },
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n, s.m, s.k}};
            }};
}

/// A matrix that is an output itself, copied for its readers, and transposed in a product.
Built transposed_output(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam a = input("a", {d.k, d.m}), b = input("b", {d.k, d.n});
    const RDom k = along(a, 0, d.k);
    Func scaled("scaled"), product("product");
    scaled(x, y) = b(x, y) * 2.0f;
    scaled(x, y) += 1.0f;
    product(x, y) += a(k, y) * scaled(k, x);
    state(scaled.output_buffer(), {d.k, d.n});
    state(product.output_buffer(), {d.n, d.m});
    return {Pipeline({scaled, product}),
            {a, b},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.k, s.m}, {s.k, s.n}};
            },
            [](const Sizes& s) {
                return std::vector<Shape>{{s.k, s.n}, {s.n, s.m}};
            }};
}

} // namespace

const std::vector<PipelineCase>& fuzzed_cases() {
    static const std::vector<PipelineCase> cases = {
        {"index_without_use", index_without_use},
        {"product_in_a_tuple", product_in_a_tuple},
        {"products_with_a_slice", products_with_a_slice},
        {"counts_across", counts_across},
        {"index_wraps_around", index_wraps_around},
        {"output_of_an_output", output_of_an_output},
        {"every_fourth_element", every_fourth_element},
        {"rounded_to_bytes", rounded_to_bytes},
        {"product_less_itself", product_less_itself},
        {"rows_named_by_turns", rows_named_by_turns},
        {"halved_rows", halved_rows},
        {"rows_of_two", rows_of_two},
        {"transposed_output", transposed_output},
        {"counted_by_squares", counted_by_squares},
        {"halved_window", halved_window},
    };
    return cases;
}

} // namespace autoconfig::testing
