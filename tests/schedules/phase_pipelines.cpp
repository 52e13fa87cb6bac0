// See pipelines.h: rows that go by quotients and remainders, or lie interleaved.
#include "tests/schedules/stating.h"
#include "tests/support/vars.h"

namespace autoconfig::testing {

namespace {

using namespace Halide;

/// Three samples of two, each by a filter of its own.
Built resampled(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Int(16), 2, "in"), taps(Int(16), 2, "taps");
    const RDom r(0, 4, "r");
    Func sum("sum"), out("out");
    sum(x, y) = 5;
    sum(x, y) += cast<int>(in(x * 2 / 3 + r, y)) * cast<int>(taps(r, x * 2 % 3));
    out(x, y) = cast<std::int16_t>(clamp(sum(x, y) >> 2, -9999, 9999));
    return {pipeline_of(out, {d.n, d.m}),
            {in, taps},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n + 4, s.m}, {4, 3}};
            },
            image()};
}

/// A filter over an image of twice the size, of which every other pixel is not there.
Built transposed_convolution(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Float(32), 2, "in"), taps(Float(32), 2, "taps");
    const RDom r(0, 4, 0, 4, "r");
    const Func there = BoundaryConditions::constant_exterior(in, 0.0f);
    const Expr column = x + r.x, row = y + r.y;
    Func sum("sum"), out("out");
    sum(x, y) = 0.0f;
    sum(x, y) +=
        select(column % 2 == 0 && row % 2 == 0, there(column / 2 - 1, row / 2 - 1) * taps(r.x, r.y), 0.0f);
    out(x, y) = sum(x, y) + 1.0f;
    return {pipeline_of(out, {d.n, d.m}),
            {in, taps},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n, s.m}, {4, 4}};
            },
            image()};
}

/// A filter of complex numbers, whose parts lie side by side.
Built complex_filter(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Int(16), 2, "in"), taps(Int(16), 2, "taps");
    const RDom r(0, 24, "r");
    Func sample("sample"), sum("sum"), out("out");
    sample(x) = {in(0, x), in(1, x)};
    const auto wide = [](const Expr& e) { return cast<int>(e); };
    const Expr re = wide(sample(x + r)[0]), im = wide(sample(x + r)[1]), a = wide(taps(0, r)),
               b = wide(taps(1, r));
    sum(x) = {1, 2};
    sum(x) = {sum(x)[0] + re * a - im * b, sum(x)[1] + re * b + im * a};
    out(c, x) = cast<std::int16_t>(clamp(mux(c, {sum(x)[0], sum(x)[1]}) >> 1, -9999, 9999));
    return {pipeline_of(out, {{2, false}, d.n}),
            {in, taps},
            [](const Sizes& s) {
                return std::vector<Shape>{{2, s.n + 24}, {2, 24}};
            },
            [](const Sizes& s) {
                return std::vector<Shape>{{2, s.n}};
            }};
}

/// The best of eight levels for each bit of two symbols, the bits of all side by side.
Built nearest_levels(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Int(32), 2, "in");
    const RDom r(0, 8, "r");
    Func best("best"), out("out");
    const Expr apart = in(c, x) * 4 - r * 3, bit = ((r ^ (r >> 1)) >> (2 - k)) & 1;
    best(k, c, x) = {9999, 9999};
    best(k, c, x) = {select(bit == 0, min(best(k, c, x)[0], apart * apart), best(k, c, x)[0]),
                     select(bit == 1, min(best(k, c, x)[1], apart * apart), best(k, c, x)[1])};
    out(b, x) = best(b / 2, b % 2, x)[1] - best(b / 2, b % 2, x)[0];
    return {pipeline_of(out, {{6, false}, d.n}),
            {in},
            [](const Sizes& s) {
                return std::vector<Shape>{{2, s.n}};
            },
            [](const Sizes& s) {
                return std::vector<Shape>{{6, s.n}};
            }};
}

/// Floats as packed integers of three bytes.
Built bytes_of_integers(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Float(32), 2, "in");
    Func whole("whole"), out("out");
    whole(x, y) = cast<std::uint32_t>(cast<int>(floor(in(x, y) * 1001.0f)));
    out(c, x, y) = cast<std::uint8_t>(whole(x, y) >> cast<std::uint32_t>(8 * c));
    return {pipeline_of(out, {{3, false}, d.n, d.m}), {in}, image(), [](const Sizes& s) {
                return std::vector<Shape>{{3, s.n, s.m}};
            }};
}

/// Bits of two parities in turns, of a packed row.
Built parities_in_turns(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(UInt(8), 2, "in");
    Func bit("bit"), parity("parity"), out("out");
    bit(x, y) = (in(x / 8, y) >> cast<std::uint8_t>(x % 8)) & 1;
    parity(x, y) = {bit(x, y) ^ bit(x + 2, y), bit(x + 1, y) ^ bit(x + 3, y)};
    const Expr first = 3 * (x / 2);
    out(c, x, y) = select(x % 2 == 0, select(c == 0, parity(first, y)[0], parity(first, y)[1]),
                          select(c == 0, parity(first + 1, y)[0], parity(first + 2, y)[1]));
    return {pipeline_of(out, {{2, false}, d.n, d.m}),
            {in},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n / 4 + 2, s.m}};
            },
            [](const Sizes& s) {
                return std::vector<Shape>{{2, s.n, s.m}};
            }};
}

/// Weighted rows of a table, by a list of these for each row.
Built weighted_rows(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam table(Int(8), 2, "table"), scales(Float(32), 1, "scales"), list(Int(32), 2, "list");
    const RDom r(0, 5, "r");
    const Expr row = clamp(list(r, y), 0, 6);
    Func sum("sum"), out("out");
    sum(x, y) = 0.0f;
    sum(x, y) += select(list(r, y) < 0, 0.0f, scales(row) + 1.0f) * cast<float>(table(x, row));
    out(x, y) = sum(x, y) * 2.0f;
    return {pipeline_of(out, {d.n, d.m}),
            {table, scales, list},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n, 7}, {7}, {5, s.m}};
            },
            image()};
}

} // namespace

const std::vector<PipelineCase>& phase_cases() {
    static const std::vector<PipelineCase> cases = {
        {"resampled", resampled},
        {"transposed_convolution", transposed_convolution},
        {"complex_filter", complex_filter},
        {"nearest_levels", nearest_levels},
        {"bytes_of_integers", bytes_of_integers},
        {"parities_in_turns", parities_in_turns},
        {"weighted_rows", weighted_rows},
    };
    return cases;
}

} // namespace autoconfig::testing
