// See pipelines.h: stencils over every boundary condition, changes of resolution, long chains, outputs of
// several sizes.
#include "tests/schedules/stating.h"

#include "tests/support/vars.h"

namespace autoconfig::testing {

namespace {

using namespace Halide;
using namespace Halide::BoundaryConditions;

Func cross_of(Func in) {
    Func cross("cross");
    cross(x, y) = in(x, y) + in(x - 2, y) * 2 + in(x + 2, y) * 3 + in(x, y - 3) * 4 + in(x, y + 1) * 5;
    return cross;
}

/// A stencil of a stencil over a boundary condition, in between the same condition again.
template<typename Condition>
Built twice_over(const Sizes& sizes, const Bound& bound, const Condition& condition) {
    const Dims d(sizes, bound);
    ImageParam in(Float(32), 2, "in");
    const Halide::Region region = {{0, in.dim(0).extent()}, {0, in.dim(1).extent()}};
    Func out("out");
    out(x, y) = cross_of(condition(cross_of(condition(in, region)), region))(x, y);
    return {pipeline_of(out, {d.n, d.m}), {in}, image(), image()};
}

Built over_repeat_edge(const Sizes& sizes, const Bound& bound) {
    return twice_over(sizes, bound,
                      [](Func f, const Halide::Region& region) { return repeat_edge(f, region); });
}
Built over_constant_exterior(const Sizes& sizes, const Bound& bound) {
    return twice_over(sizes, bound, [](Func f, const Halide::Region& region) {
        return constant_exterior(f, 3.0f, region);
    });
}
Built over_repeat_image(const Sizes& sizes, const Bound& bound) {
    return twice_over(sizes, bound,
                      [](Func f, const Halide::Region& region) { return repeat_image(f, region); });
}
Built over_mirror_image(const Sizes& sizes, const Bound& bound) {
    return twice_over(sizes, bound,
                      [](Func f, const Halide::Region& region) { return mirror_image(f, region); });
}
Built over_mirror_interior(const Sizes& sizes, const Bound& bound) {
    return twice_over(sizes, bound,
                      [](Func f, const Halide::Region& region) { return mirror_interior(f, region); });
}

Func coarser(Func f) {
    Func half("half");
    half(x, y) = f(2 * x, 2 * y) + f(2 * x + 1, 2 * y) + f(2 * x, 2 * y + 1);
    return half;
}

Func finer(Func f) {
    Func twice("twice");
    twice(x, y) = f(x / 2, y / 2) + f((x + 1) / 2, y / 2);
    return twice;
}

/// Three levels down, and up again with what was lost.
Built pyramid(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Float(32), 2, "in");
    Func whole = repeat_edge(in), level1 = coarser(whole), level2 = coarser(level1), level3 = coarser(level2);
    Func up2("up2"), up1("up1"), out("out");
    up2(x, y) = level2(x, y) - finer(level3)(x, y);
    up1(x, y) = level1(x, y) + finer(up2)(x, y);
    out(x, y) = whole(x, y) - finer(up1)(x, y);
    return {pipeline_of(out, {d.n, d.m}), {in}, image(), image()};
}

/// Three planes from a mosaic, innermost in the output, each place by its parity.
Built demosaic(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(UInt(16), 2, "in");
    Func edge = mirror_interior(in, {{0, in.dim(0).extent()}, {0, in.dim(1).extent()}}), green("green"),
         out("out");
    const Expr around = edge(x - 1, y) + edge(x + 1, y) + edge(x, y - 1) + edge(x, y + 1);
    green(x, y) = select((x + y) % 2 == 0, edge(x, y), around / 4);
    const Expr red = select(x % 2 == 0, green(x, y), edge(x, y)), blue = green(x + 1, y) - green(x, y);
    out(c, x, y) = mux(c, {red, green(x, y), blue});
    out.bound(c, 0, 3);
    return {pipeline_of(out, {fixed(3), d.n, d.m}), {in}, image(), [](const Sizes& s) {
                return std::vector<Shape>{{3, s.n, s.m}};
            }};
}

/// The median of nine by smallest and largest.
Built median(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(UInt(8), 2, "in");
    Func edge = repeat_edge(in), low("low"), middle("middle"), high("high"), out("out");
    const auto of_three = [](Expr a, Expr b, Expr v) { return max(min(a, b), min(max(a, b), v)); };
    const Expr left = edge(x - 1, y), here = edge(x, y), right = edge(x + 1, y);
    low(x, y) = min(left, min(here, right));
    middle(x, y) = of_three(left, here, right);
    high(x, y) = max(left, max(here, right));
    out(x, y) = of_three(max(low(x, y - 1), max(low(x, y), low(x, y + 1))),
                         of_three(middle(x, y - 1), middle(x, y), middle(x, y + 1)),
                         min(high(x, y - 1), min(high(x, y), high(x, y + 1))));
    return {pipeline_of(out, {d.n, d.m}), {in}, image(), image()};
}

Built turned_and_flipped(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Float(32), 2, "in");
    Func turned("turned"), out("out");
    turned(x, y) = in(y, x) * 2;
    out(x, y) = turned(in.dim(1).extent() - 1 - x, y) + turned(x, in.dim(0).extent() - 1 - y);
    return {pipeline_of(out, {d.m, d.n}), {in}, image(), [](const Sizes& s) {
                return std::vector<Shape>{{s.m, s.n}};
            }};
}

/// Rows and columns apart, from places that are rounded; of three channels.
Built enlarged(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Float(32), 3, "in");
    RDom tap(0, 3, "tap");
    Func edge = repeat_edge(in), tall("tall"), both("both"), out("out");
    const auto from = [](const Expr& at) { return cast<int>(floor(cast<float>(at) * 0.375f)); };
    tall(x, y, c) += cast<float>(tap + y % 2) * edge(x, from(y) + tap, c);
    both(x, y, c) += cast<float>(tap + x % 3) * tall(from(x) + tap, y, c);
    out(x, y, c) = both(x, y, c) + 1;
    return {pipeline_of(out, {d.n, d.m, fixed(3)}), {in}, image(3), image(3)};
}

/// Channels innermost, as strides of the input and of the output say.
Built interleaved(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(UInt(8), 3, "in");
    in.dim(0).set_bounds(0, 3).set_stride(1);
    in.dim(1).set_min(0).set_stride(3);
    Func gray("gray"), out("out");
    gray(x, y) = in(0, x, y) / 4 + in(1, x, y) / 2 + in(2, x, y) / 4;
    out(c, x, y) = gray(x, y) + in(c, x, y);
    return {pipeline_of(out, {fixed(3), d.n, d.m}),
            {in},
            [](const Sizes& s) {
                return std::vector<Shape>{{3, s.n, s.m}};
            },
            [](const Sizes& s) {
                return std::vector<Shape>{{3, s.n, s.m}};
            }};
}

/// Pixels of 3 channels, whose number only an estimate tells, less a blur of them.
Built interleaved_sharpened(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(UInt(8), 3, "in");
    const Func edge = repeat_edge(in);
    Func across("across"), down("down"), out("out");
    across(c, x, y) = cast<uint16_t>(edge(c, x - 1, y)) + edge(c, x, y) * 2 + edge(c, x + 1, y);
    down(c, x, y) = across(c, x, y - 1) + across(c, x, y) + across(c, x, y + 1);
    out(c, x, y) = cast<uint8_t>(clamp(edge(c, x, y) * 2 - cast<int16_t>(down(c, x, y) / 12), 0, 255));
    const auto pixels = [](const Sizes& s) { return std::vector<Shape>{{3, s.n, s.m}}; };
    return {pipeline_of(out, {{3, false}, d.n, d.m}), {in}, pixels, pixels};
}

/// A sum without dimensions, sums of rows, and the image, of one Func.
Built outputs_of_three_sizes(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Int(32), 2, "in");
    RDom across(0, in.dim(0).extent(), "across"), down(0, in.dim(1).extent(), "down");
    Func twice("twice"), rows("rows"), total("total"), out("out");
    twice(x, y) = in(x, y) * 2;
    rows(y) += twice(across, y);
    total() += rows(down);
    out(x, y) = twice(x, y) - rows(y);
    state(rows.output_buffer(), {d.m});
    state(out.output_buffer(), {d.n, d.m});
    return {Pipeline({total, rows, out}), {in}, image(), [](const Sizes& s) {
                return std::vector<Shape>{{}, {s.m}, {s.n, s.m}};
            }};
}

template<int stages, int reach>
Built chain_of(const Sizes& sizes, const Bound& bound) {
    return chain(sizes, bound, stages, reach);
}

/// Mean and spread of every row, and what is left without them.
Built normalised_rows(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Float(32), 2, "in"), scale(Float(32), 1, "scale");
    RDom r(0, in.dim(0).extent(), "r");
    Func mean("mean"), spread("spread"), out("out");
    mean(y) = 0.0f;
    mean(y) += in(r, y) / in.dim(0).extent();
    spread(y) = 0.0f;
    spread(y) += (in(r, y) - mean(y)) * (in(r, y) - mean(y));
    out(x, y) = (in(x, y) - mean(y)) / sqrt(spread(y) + 1.0f) * scale(x);
    Built built{pipeline_of(out, {d.n, d.m}),
                {in, scale},
                [](const Sizes& s) {
                    return std::vector<Shape>{{s.n, s.m}, {s.n}};
                },
                image()};
    built.tolerance = 1e-4;
    return built;
}

/// Three colours, each a sum over those of the input, which are converted.
Built mixed_colours(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(UInt(16), 3, "in"), matrix(Float(32), 2, "matrix");
    RDom r(0, 3, "r");
    Func mixed("mixed"), out("out");
    mixed(x, y, c) += matrix(r, c) * cast<float>(in(x, y, r));
    out(x, y, c) = cast<int>(mixed(x, y, c));
    return {pipeline_of(out, {d.n, d.m, {3, true}}),
            {in, matrix},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n, s.m, 3}, {3, 3}};
            },
            image(3)};
}

/// Blocks of 8x8 through a basis, along rows and then across them. The input holds whole blocks.
Built transformed_blocks(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Float(32), 2, "in");
    const ImageParam basis = input("basis", {fixed(8), fixed(8)});
    const RDom r(0, 8, "r");
    Func rows("rows"), out("out");
    rows(x, y) += in(x / 8 * 8 + r, y) * basis(x % 8, r);
    out(x, y) += rows(x, y / 8 * 8 + r) * basis(y % 8, r);
    return {pipeline_of(out, {d.n, d.m}),
            {in, basis},
            [](const Sizes& s) {
                return std::vector<Shape>{{(s.n + 7) / 8 * 8, (s.m + 7) / 8 * 8}, {8, 8}};
            },
            image()};
}

} // namespace

Built chain(const Sizes& sizes, const Bound& bound, int stages, int reach) {
    const Dims d(sizes, bound);
    ImageParam in(Int(32), 2, "in");
    Func before = repeat_edge(in);
    for (int i = 0; i < stages; ++i) {
        Func next("stage" + std::to_string(i));
        next(x, y) = (before(x, y) * 3 + before(x + reach, y) + i) % 64;
        before = next;
    }
    return {pipeline_of(before, {d.n, d.m}), {in}, image(), image()};
}

const std::vector<PipelineCase>& image_cases() {
    static const std::vector<PipelineCase> cases = {
        {"over_repeat_edge", over_repeat_edge},
        {"over_constant_exterior", over_constant_exterior},
        {"over_repeat_image", over_repeat_image},
        {"over_mirror_image", over_mirror_image},
        {"over_mirror_interior", over_mirror_interior},
        {"transformed_blocks", transformed_blocks},
        {"pyramid", pyramid},
        {"demosaic", demosaic},
        {"median", median},
        {"mixed_colours", mixed_colours},
        {"turned_and_flipped", turned_and_flipped},
        {"enlarged", enlarged},
        {"interleaved", interleaved},
        {"interleaved_sharpened", interleaved_sharpened},
        {"outputs_of_three_sizes", outputs_of_three_sizes},
        {"pointwise_chain", chain_of<30, 0>},
        {"stencil_chain", chain_of<30, 1>},
        {"normalised_rows", normalised_rows},
    };
    return cases;
}

} // namespace autoconfig::testing
