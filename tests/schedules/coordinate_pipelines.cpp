// See pipelines.h: places that are computed, read or offset at run time, as published reports on other
// autoschedulers have them, rebuilt in our own words and named after their number at
// github.com/halide/Halide.
#include "tests/schedules/stating.h"

#include "tests/support/vars.h"

namespace autoconfig::testing {

namespace {

using namespace Halide;
using namespace Halide::BoundaryConditions;

/// The index is a buffer without dimensions.
Built i8338_row_that_a_scalar_names(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam index(Int(32), 0, "index"), table(Float(32), 2, "table");
    Func row("row"), out("out");
    const Expr rows = table.dim(1).extent(), from_end = index() + select(index() < 0, rows, 0);
    row(x) = table(x, clamp(from_end, 0, rows - 1));
    out(x, y) = row(x) * 2.0f - table(x, y);
    return {pipeline_of(out, {d.n, d.m}),
            {index, table},
            [](const Sizes& s) {
                return std::vector<Shape>{{}, {s.n, s.m}};
            },
            image()};
}

/// A warp: coordinates in fixed point, by a Func of their own, between two values of an input.
Built i4108_warp_in_fixed_point(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(UInt(8), 2, "in"), shift(Int(32), 1, "shift");
    Func edge = repeat_edge(in), at("at"), out("out");
    const Expr columns = in.dim(0).extent();
    at(x, y) = (x * 256 + shift(0) * (256 - y) + shift(1) * y) / 256;
    const Expr left = cast<std::uint16_t>(edge(at(x, y), y));
    out(x, y) = left * 2 + edge(at(x, y) + 1, y) + edge(columns - 1 - at(x, y), y);
    Built built{pipeline_of(out, {d.n, d.m}),
                {in, shift},
                [](const Sizes& s) {
                    return std::vector<Shape>{{s.n, s.m}, {2}};
                },
                image()};
    built.inlined = {edge.name()};
    return built;
}

/// Offsets of 16 bits: as far as types say, every place of the plane is read.
Built i4449_offsets_of_16_bits(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Float(32), 2, "in"), offset(Int(16), 2, "offset");
    Func filled = constant_exterior(in, 7.0f), out("out");
    out(x, y) = filled(x + offset(x, y), y - offset(x, y)) + 1.0f;
    Built built{pipeline_of(out, {d.n, d.m}),
                {in, offset},
                [](const Sizes& s) {
                    return std::vector<Shape>{{s.n, s.m}, {s.n, s.m}};
                },
                image()};
    for (const auto& [name, function] : Halide::Internal::find_transitive_calls(filled.function()))
        built.inlined.push_back(name);
    return built;
}

/// Bilinear, from places in floats that depend on the size of the input.
Built i2846_bilinear_resize(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(UInt(8), 2, "in");
    Func edge = repeat_edge(in), out("out");
    const Expr u = cast<float>(x) * 0.75f + 0.25f, v = cast<float>(y) * 0.75f + 0.25f;
    const Expr column = cast<int>(floor(u)), row = cast<int>(floor(v));
    const auto across = [&](const Expr& at) {
        return lerp(cast<float>(edge(column, at)), cast<float>(edge(column + 1, at)), u - floor(u));
    };
    out(x, y) = cast<std::uint8_t>(lerp(across(row), across(row + 1), v - floor(v)));
    return {pipeline_of(out, {d.n, d.m}), {in}, image(), image()};
}

/// A Func of which no place is needed.
Built i3086_branch_never_taken(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Float(32), 1, "in");
    Func never("never"), always("always"), out("out");
    never(x) = in(x)*3.0f;
    always(x) = in(x) + 1.0f;
    out(x) = select(cast<bool>(Expr(false)), never(x), always(x));
    const auto row = [](const Sizes& s) { return std::vector<Shape>{{s.n}}; };
    return {pipeline_of(out, {d.n}), {in}, row, row};
}

/// Rows of a window whose place is known at run time, fewer by four, of values cut off below and above.
Built i4149_window_downsampled(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(UInt(16), 2, "in"), window(Int(32), 1, "window");
    Func bounded("bounded"), fewer("fewer"), out("out");
    const Expr column = clamp(x, 0, in.dim(0).extent() - 1), row = clamp(y, 0, in.dim(1).extent() - 1);
    bounded(x, y) = clamp(in(column, row), cast<std::uint16_t>(2), cast<std::uint16_t>(8255)) - 2;
    const Expr first = clamp(window(0), 0, 3);
    fewer(x, y) = bounded(x, 4 * y + first) + bounded(x, 4 * y + first + 1) + bounded(x, 4 * y + first + 2) +
                  bounded(x, 4 * y + first + 3);
    out(x, y) = fewer(2 * x, y) + fewer(2 * x + 1, y);
    return {pipeline_of(out, {d.n, d.m}),
            {in, window},
            [](const Sizes& s) {
                return std::vector<Shape>{{2 * s.n, 4 * s.m}, {1}};
            },
            image()};
}

/// Nine taps across and nine down, over bytes.
Built i4271_blur_of_nine_taps(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(UInt(8), 2, "in");
    const int radius = 4, weights[] = {58, 46, 23, 7, 1}; // of 256, at a distance from the middle
    Func edge = repeat_edge(in), wide("wide"), across("across"), down("down"), out("out");
    wide(x, y) = cast<std::uint16_t>(edge(x, y));
    const auto blurred = [&](const auto& at) {
        Expr sum = at(0) * weights[0];
        for (int i = 1; i <= radius; ++i) sum += (at(-i) + at(i)) * weights[i];
        return sum / 256;
    };
    across(x, y) = blurred([&](int i) { return Expr(wide(x + i, y)); });
    down(x, y) = blurred([&](int i) { return Expr(across(x, y + i)); });
    out(x, y) = cast<std::uint8_t>(down(x, y));
    return {pipeline_of(out, {d.n, d.m}), {in}, image(), image()};
}

} // namespace

const std::vector<PipelineCase>& coordinate_cases() {
    static const std::vector<PipelineCase> cases = {
        {"i8338_row_that_a_scalar_names", i8338_row_that_a_scalar_names},
        {"i4108_warp_in_fixed_point", i4108_warp_in_fixed_point},
        {"i4449_offsets_of_16_bits", i4449_offsets_of_16_bits},
        {"i2846_bilinear_resize", i2846_bilinear_resize},
        {"i3086_branch_never_taken", i3086_branch_never_taken},
        {"i4149_window_downsampled", i4149_window_downsampled},
        {"i4271_blur_of_nine_taps", i4271_blur_of_nine_taps},
    };
    return cases;
}

} // namespace autoconfig::testing
