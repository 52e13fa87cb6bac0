// See pipelines.h: sums and maxima over what lies around each place.
#include "tests/schedules/stating.h"

#include "tests/support/vars.h"

namespace autoconfig::testing {

namespace {

using namespace Halide;
using namespace Halide::BoundaryConditions;

/// Sums of squares of places further and further apart.
Built distances(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Float(32), 2, "in");
    RDom shift(-1, 3, -1, 3, "shift"), patch(-1, 3, -1, 3, "patch");
    Func edge = repeat_edge(in), difference("difference"), sum("sum"), out("out");
    Var dx("dx"), dy("dy");
    difference(x, y, dx, dy) = abs(edge(x, y) - edge(x + dx, y + dy));
    sum(x, y, dx, dy) = 0.0f;
    sum(x, y, dx, dy) += difference(x + patch.x, y + patch.y, dx, dy);
    out(x, y) = 0.0f;
    out(x, y) += sum(x, y, shift.x, shift.y) * edge(x + shift.x, y + shift.y);
    return {pipeline_of(out, {d.n, d.m}), {in}, image(), image()};
}

/// A sum over more places than the scheduler of a core holds.
Built large_window(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Float(32), 2, "in");
    RDom r(-4, 9, -3, 8, "r");
    Func edge = repeat_edge(in), sum("sum"), out("out");
    sum(x, y) += edge(x + r.x, y + r.y) * (2 * r.x + r.y);
    out(x, y) = sum(x, y) * edge(x, y);
    return {pipeline_of(out, {d.n, d.m}), {in}, image(), image()};
}

/// Bytes, and sums of them in 16 bits that only they read.
Built means_of_bytes(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(UInt(8), 2, "in");
    const RDom r(0, 3, 0, 3, "r");
    Func sum("sum"), mean("mean");
    sum(x, y) += cast<uint16_t>(in(x + r.x, y + r.y));
    mean(x, y) = cast<uint8_t>(sum(x, y) / 9);
    return {pipeline_of(mean, {d.n, d.m}),
            {in},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n + 2, s.m + 2}};
            },
            image()};
}

/// Windows that are gone through one dimension after the other: the lowest of each box, and the sums of these
/// over another, in which columns weigh more and more.
Built boxes(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Float(32), 2, "in");
    RDom r(-2, 5, -3, 6, "r"), wide(-3, 7, -1, 4, "wide");
    Func edge = repeat_edge(in), low("low"), sum("sum"), out("out");
    low(x, y) = minimum(edge(x + r.x, y + r.y));
    sum(x, y) += low(x + wide.x, y + wide.y) * (wide.x + 4);
    out(x, y) = sum(x, y) - low(x, y);
    return {pipeline_of(out, {d.n, d.m}), {in}, image(), image()};
}

/// A convolution of planes within a boundary, of which the larger of each two columns is kept.
Built pooled_planes(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Float(32), 2, "in"), weights(Float(32), 3, "weights");
    RDom r(0, 3, 0, 3, "r");
    Func edge = constant_exterior(in, 1.0f), sum("sum"), out("out");
    sum(x, y, c) += edge(x + r.x - 1, y + r.y - 1) * weights(r.x, r.y, c);
    out(x, y, c) = max(max(sum(2 * x, y, c), sum(2 * x + 1, y, c)), 0.0f);
    return {pipeline_of(out, {d.n, d.m, fixed(8)}),
            {in, weights},
            [](const Sizes& s) {
                return std::vector<Shape>{{2 * s.n, s.m}, {3, 3, 8}};
            },
            image(8)};
}

/// The largest of each square of four, then the mean of what is left in each channel.
Built pooling(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Float(32), 3, "in");
    RDom r(0, 2, 0, 2, "r"), all(0, in.dim(0).extent() / 2, 0, in.dim(1).extent() / 2, "all");
    Func largest("largest"), mean("mean"), out("out");
    largest(x, y, c) = -1000.0f;
    largest(x, y, c) = max(largest(x, y, c), in(2 * x + r.x, 2 * y + r.y, c));
    mean(c) += largest(all.x, all.y, c);
    out(x, y, c) = largest(x, y, c) * 2 - mean(c);
    return {pipeline_of(out, {d.n, d.m, fixed(3)}),
            {in},
            [](const Sizes& s) {
                return std::vector<Shape>{{2 * s.n, 2 * s.m, 3}};
            },
            image(3)};
}

/// How alike two places of an image are.
template<typename Image>
Expr likeness(const Image& guide, const RDom& r) {
    const Expr apart = abs(guide(x + r.x, y + r.y) - guide(x, y));
    return max(8.0f - apart, 1.0f) * 2.0f - min(apart, 3.0f) + max(apart * 0.5f, 2.0f);
}

/// The mean of what looks alike around each pixel: all channels have their weights in common, the sum of
/// which is a channel of its own.
Built alike_pixels(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Float(32), 3, "in");
    Func edge = repeat_edge(in), sum("sum"), out("out"), grey("grey");
    grey(x, y) = edge(x, y, 0) + edge(x, y, 1) * 2.0f + edge(x, y, 2);
    RDom r(-2, 5, -1, 3, "r");
    sum(x, y, c) += likeness(grey, r) * select(c < 3, edge(x + r.x, y + r.y, min(c, 2)), 1.0f);
    out(x, y, c) = sum(x, y, c) / sum(x, y, 3);
    out.bound(c, 0, 3);
    return {pipeline_of(out, {d.n, d.m, {3, true}}), {in}, image(3), image(3)};
}

/// The same of as many channels as there turn out to be, by the likeness of another image.
Built guided_channels(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Float(32), 3, "in"), guide(Float(32), 2, "guide");
    Func edge = repeat_edge(guide), sum("sum"), out("out");
    RDom r(0, 3, 0, 4, "r");
    sum(x, y, c) += likeness(edge, r) * in(x + r.x, y + r.y, c);
    out(x, y, c) = sum(x, y, c) * 0.5f;
    const auto channels = [](const Sizes& s) { return 1 + s.k % 4; };
    return {pipeline_of(out, {d.n, d.m, {3, false}}),
            {in, guide},
            [=](const Sizes& s) {
                return std::vector<Shape>{{s.n + 2, s.m + 3, channels(s)}, {s.n, s.m}};
            },
            [=](const Sizes& s) {
                return std::vector<Shape>{{s.n, s.m, channels(s)}};
            }};
}

/// What all points of a plane do to each, along both of its axes: these have the distances in common.
Built pulled_points(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam points(Float(32), 2, "points");
    Func pull("pull"), out("out");
    RDom r(0, points.dim(0).extent(), "r");
    const Expr across = abs(points(r, 0) - points(x, 0)), down = abs(points(r, 1) - points(x, 1));
    pull(x, c) += max(8.0f - across - down, 1.0f) * (points(r, c) - points(x, c));
    out(x, c) = pull(x, c) * 0.5f;
    const auto shapes = [](const Sizes& s) { return std::vector<Shape>{{s.n, 2}}; };
    return {pipeline_of(out, {d.n, {2, true}}), {points}, shapes, shapes};
}

/// Sums over as much of what lies around each pixel as another image says, which is as large as the result.
Built picked_by_radius(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Float(32), 2, "in"), depth(Float(32), 2, "depth");
    Func edge = repeat_edge(in), radius("radius"), sum("sum"), out("out");
    radius(x, y) = clamp(abs(depth(x, y) - 8.0f), 0.5f, 3.0f);
    RDom r(-2, 5, -2, 5, "r");
    r.where(cast<float>(r.x * r.x + r.y * r.y) <= radius(x, y) * radius(x, y));
    sum(x, y) = Tuple(0.0f, 0.0f);
    sum(x, y) = Tuple(sum(x, y)[0] + edge(x + r.x, y + r.y), sum(x, y)[1] + 1.0f);
    out(x, y) = sum(x, y)[0] / sum(x, y)[1];
    const auto shapes = [](const Sizes& s) { return std::vector<Shape>{{s.n, s.m}, {s.n, s.m}}; };
    return {pipeline_of(out, {d.n, d.m}), {in, depth}, shapes, image()};
}

/// The colours that a mosaic of them lacks, planar, of as many as there turn out to be: what a channel, a
/// column and a row select.
Built planes_of_a_mosaic(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(UInt(16), 2, "in");
    Func edge = repeat_edge(in), raw("raw"), cross("cross"), along("along"), across("across"), out("out");
    raw(x, y) = cast<int>(edge(x, y));
    cross(x, y) = (raw(x - 1, y) + raw(x + 1, y) + raw(x, y - 1) + raw(x, y + 1)) / 4;
    along(x, y) = (2 * raw(x, y) + 3 * (raw(x - 1, y) + raw(x + 1, y)) - raw(x, y - 2) - raw(x, y + 2)) / 6;
    across(x, y) = (2 * raw(x, y) + 3 * (raw(x, y - 1) + raw(x, y + 1)) - raw(x - 2, y) - raw(x + 2, y)) / 6;
    const Expr even_column = x % 2 == 0, even_row = y % 2 == 0;
    const Expr red = select(even_row, select(even_column, raw(x, y), along(x, y)), across(x, y));
    const Expr green = select(even_column == even_row, cross(x, y), raw(x, y));
    const Expr blue = select(even_row, across(x, y), select(even_column, along(x, y), raw(x, y)));
    out(x, y, c) = cast<uint16_t>(clamp(mux(c, {red, green, blue}), 0, 4095));
    const auto channels = [](const Sizes& s) { return 1 + s.k % 4; };
    return {pipeline_of(out, {d.n, d.m, {3, false}}), {in}, image(), [=](const Sizes& s) {
                return std::vector<Shape>{{s.n, s.m, channels(s)}};
            }};
}

} // namespace

const std::vector<PipelineCase>& window_cases() {
    static const std::vector<PipelineCase> cases = {
        {"distances", distances},
        {"large_window", large_window},
        {"means_of_bytes", means_of_bytes},
        {"boxes", boxes},
        {"pooled_planes", pooled_planes},
        {"pooling", pooling},
        {"alike_pixels", alike_pixels},
        {"guided_channels", guided_channels},
        {"pulled_points", pulled_points},
        {"picked_by_radius", picked_by_radius},
        {"planes_of_a_mosaic", planes_of_a_mosaic},
    };
    return cases;
}

} // namespace autoconfig::testing
