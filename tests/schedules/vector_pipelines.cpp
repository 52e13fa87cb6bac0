// See pipelines.h: what Halide gets wrong, or does not compile, in vectors.
#include "tests/schedules/stating.h"

#include "tests/support/vars.h"

namespace autoconfig::testing {

namespace {

using namespace Halide;

/// Products of doubles that were 16 bit integers, behind a cast of another type and another Func.
Built doubles_of_words(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(UInt(16), 2, "in");
    Func whole("whole"), out("out");
    whole(x, y) = cast<int>(cast<float>(in(x, y)));
    out(x, y) = cast<double>(whole(x, y)) * Expr(3.0) + cast<double>(whole(x, y)) + cast<double>(whole(x, y));
    return {pipeline_of(out, {d.n, d.m}), {in}, image(), image()};
}

/// The largest of the elements that a sum, which cannot be inlined, picks.
Built picked_by_a_func(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in = input(Int(32), "in", {d.n, d.m});
    const Expr right = in.dim(0).extent() - 1, bottom = in.dim(1).extent() - 1;
    RDom r(0, 5, "r"), picked(0, 1, "picked");
    Func sums("sums"), out("out");
    sums(x, y) = 0;
    sums(x, y) += in(clamp(r, 0, right), clamp(x, 0, bottom)) * y;
    picked.where(sums(picked, 1) % 4 < 3);
    out(x) = 0;
    out(x) = max(out(x), sums(x, picked));
    return {pipeline_of(out, {d.n}), {in}, image(), [](const Sizes& s) { return std::vector<Shape>{{s.n}}; }};
}

/// Booleans as numbers, counted where two of them are 1.
Built product_of_flags(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Int(32), 2, "in");
    const RDom r(0, 5, "r");
    Func odd("odd"), both("both"), out("out");
    odd(x, y) = in(x, y) % 2 == 1;
    both(x, y) = cast<float>(cast<int>(odd(x, y))) * cast<float>(cast<int>(odd(x + 2, y)));
    out(x, y) = 0.0f;
    out(x, y) += cast<float>(odd(x + r, y)) * cast<float>(odd(x + 2 * r, y)) + both(x, y);
    return {pipeline_of(out, {d.n, d.m}),
            {in},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n + 8, s.m}};
            },
            image()};
}

/// A row of 9 elements, of which a condition picks some, is what another row holds plus the same again.
Built picked_doubles(const Sizes&, const Bound&) {
    constexpr int length = 9, columns = 600; // more than Halide would put on the stack
    ImageParam in(Int(32), 1, "in");
    RDom r(0, length, "r");
    r.where(r % 2 == 0);
    Func row("row"), twice("twice"), out("out");
    row(x) = cast<float>(in(x)*3);
    twice(x, y) = cast<int>(row(x)) + cast<int>(row(x));
    out(x, y) = -1000.0f;
    out(x, y) = max(out(x, y), abs(cast<float>(twice(r, x))));
    return {pipeline_of(out, {fixed(columns), fixed(2)}),
            {in},
            [](const Sizes&) { return std::vector<Shape>{{length}}; },
            [](const Sizes&) {
                return std::vector<Shape>{{columns, 2}};
            }};
}

/// Five columns of f32 out of rows of f64: vectors of five.
Built five_columns_of_doubles(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Float(64), 2, "in");
    const RDom k(0, 16, "k");
    Func doubled("doubled"), out("out");
    doubled(x, y) = in(x, y) + in(x, 0);
    out(x, y) += cast<float>(doubled(k, y)) * cast<float>(doubled(k, x));
    return {pipeline_of(out, {fixed(5), fixed(5)}),
            {in},
            [](const Sizes&) {
                return std::vector<Shape>{{16, 5}};
            },
            [](const Sizes&) {
                return std::vector<Shape>{{5, 5}};
            }};
}

/// The same, counted where its elements say.
Built counted_by_a_func(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in = input(Int(32), "in", {d.n, d.m});
    const Expr right = in.dim(0).extent() - 1, bottom = in.dim(1).extent() - 1;
    RDom r(0, 5, "r"), picked(0, 1, "picked");
    Func sums("sums"), counts("counts"), out("out");
    sums(x, y) = 0;
    sums(x, y) += in(clamp(r, 0, right), clamp(x, 0, bottom)) * y;
    picked.where(sums(picked, 1) % 4 < 3);
    counts(x, y) = 0;
    counts(x, clamp(sums(x, picked) % 3, 0, 2)) += 1;
    out(x) = counts(x, 0) * 4 + counts(x, 1) * 2 + counts(x, 2);
    return {pipeline_of(out, {d.n}), {in}, image(), [](const Sizes& s) { return std::vector<Shape>{{s.n}}; }};
}

/// Means of the elements near by that a computed map holds for valid.
Built mean_of_the_valid(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Float(32), 2, "in");
    RDom r(0, 3, 0, 3, "r");
    Func valid("valid"), sums("sums"), out("out");
    valid(x, y) = in(x, y) * 3.0f > 4.0f;
    r.where(valid(x + r.x, y + r.y));
    sums(x, y) = Tuple(0.0f, 0);
    sums(x, y) = Tuple(sums(x, y)[0] + in(x + r.x, y + r.y), sums(x, y)[1] + 1);
    out(x, y) = sums(x, y)[0] / cast<float>(max(sums(x, y)[1], 1));
    return {pipeline_of(out, {d.n, d.m}),
            {in},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n + 2, s.m + 2}};
            },
            image()};
}

/// Votes for a row in each column, by the elements of an image that a Func picks.
Built votes_of_the_picked(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Int(32), 2, "in");
    RDom r(0, 5, 0, 4, "r");
    Func edges("edges"), votes("votes"), out("out");
    edges(x, y) = in(x, y) % 5 + in(x + 1, y);
    r.where(edges(r.x, r.y) % 3 != 0);
    votes(x, y) = 0;
    votes(x, clamp(r.x * x + r.y, 0, 6)) += 1;
    out(x, y) = votes(x, y % 7) * 2;
    return {pipeline_of(out, {d.n, d.m}),
            {in},
            [](const Sizes&) {
                return std::vector<Shape>{{6, 4}};
            },
            image()};
}

/// Rows of 5 elements, each twice what an image leads to, by a Func that becomes part of the update.
Built twice_what_is_gathered(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Int(32), 1, "in");
    Func gathered("gathered"), twice("twice"), out("out");
    gathered(x) = in(clamp(in(x), 0, 4));
    twice(x) = gathered(x) + gathered(x);
    out(x, y) = undef<int>();
    out(x, y) = twice(x);
    return {pipeline_of(out, {fixed(5), d.m}),
            {in},
            [](const Sizes&) { return std::vector<Shape>{{5}}; },
            [](const Sizes& s) {
                return std::vector<Shape>{{5, s.m}};
            }};
}

/// Sums of as many elements as a list says for each row, and for each column.
Built ragged(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Int(32), 2, "in"), rows(UInt(8), 1, "rows"), columns(UInt(8), 1, "columns");
    RDom r(0, 9, "r"), q(0, 9, "q");
    r.where(r < min(cast<int>(rows(y)) % 16, 9));
    q.where(q < min(cast<int>(columns(x)) % 16, 9));
    Func along("along"), down("down"), out("out");
    along(x, y) = Tuple(0, 0);
    along(x, y) = Tuple(along(x, y)[0] + in(x, r), max(along(x, y)[1], in(x, r)));
    down(x, y) = 0;
    down(x, y) += in(x, q) * (q + 1);
    out(x, y) = along(x, y)[0] - along(x, y)[1] + down(x, y);
    return {pipeline_of(out, {d.n, d.m}),
            {in, rows, columns},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n, 9}, {s.m}, {s.n}};
            },
            image()};
}

/// Each element of a row looks at as many earlier columns as it has places in that row.
Built earlier_columns(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Int(32), 2, "in");
    Func census("census"), cost("cost"), out("out");
    census(x, y) = (in(x, y) * 7) ^ in(x + 1, y);
    cost(c, x, y) = census(x, y) ^ census(max(x - c, 0), y);
    out(c, x, y) = cost(c, x, y) + cost(c, x, max(y - 1, 0));
    return {pipeline_of(out, {fixed(8), d.n, d.m}),
            {in},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n + 1, s.m}};
            },
            [](const Sizes& s) {
                return std::vector<Shape>{{8, s.n, s.m}};
            }};
}

/// The way to where what a lattice holds came from is chosen from a list.
Built streamed_by_a_list(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Float(32), 3, "in");
    Func held("held"), out("out");
    const Expr across = mux(c, {0, 1, -1}), opposite = mux(c, {0, 2, 1});
    held(x, y, c) = in(x + 1, y, c) * 2.0f + in(x, y, 0);
    out(x, y, c) = select(in(x, y, 0) > 3.0f, held(x, y, opposite), held(x + 1 - across, y, c));
    return {pipeline_of(out, {d.n, d.m, fixed(3)}),
            {in},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n + 4, s.m, 3}};
            },
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n, s.m, 3}};
            }};
}

} // namespace

const std::vector<PipelineCase>& vector_cases() {
    static const std::vector<PipelineCase> cases = {
        {"doubles_of_words", doubles_of_words},
        {"picked_by_a_func", picked_by_a_func},
        {"counted_by_a_func", counted_by_a_func},
        {"twice_what_is_gathered", twice_what_is_gathered},
        {"ragged", ragged},
        {"earlier_columns", earlier_columns},
        {"streamed_by_a_list", streamed_by_a_list},
        {"product_of_flags", product_of_flags},
        {"picked_doubles", picked_doubles},
        {"mean_of_the_valid", mean_of_the_valid},
        {"votes_of_the_picked", votes_of_the_picked},
        {"five_columns_of_doubles", five_columns_of_doubles},
    };
    return cases;
}

} // namespace autoconfig::testing
