// See pipelines.h: what tests/fuzz found about how much is read: under conditions, at mirrored and clamped
// ends, of what other images, parameters and outputs bound.
#include "tests/schedules/stating.h"

#include "tests/support/vars.h"

#include <algorithm>

namespace autoconfig::testing {

namespace {

using namespace Halide;

/// A row read by a scatter is as long as an input is at run time.
Built scattered_by_a_func(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in = input(Int(32), "in", {d.n, d.m});
    const Expr last = in.dim(0).extent() - 1;
    RDom r(0, in.dim(0).extent(), "r");
    Func key("key"), sums("sums"), out("out");
    key(x, y) = cast<float>(in(x, y)) * in(x, y);
    sums(x, y) = in(x, y);
    sums(clamp(cast<int>(key(r, y)), 0, last), y) += in(r, y);
    out(x, y) = sums(x, y) % 64 + in(x, y);
    return {pipeline_of(out, {d.n, d.m}), {in}, image(), image()};
}

/// As many rows as a condition leaves, of a Func that is read twice by way of another.
Built triangle_of_an_image(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Int(32), 2, "in");
    RDom r(0, 16, "r");
    r.where(r < y + 3);
    Func thrice("thrice"), more("more"), out("out");
    thrice(x, y) = in(x, y);
    thrice(x, y) *= 3;
    more(x, y) = cast<float>(thrice(x, y)) + cast<float>(thrice(x, y));
    out(x, y) = 0;
    out(x, y) += cast<int>(more(x, r));
    return {pipeline_of(out, {d.n, d.m}),
            {in},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n, std::min(s.m + 2, 16)}};
            },
            image()};
}

/// What only the rows of an input bound, made of an output that is as large as its buffer.
Built row_of_an_output(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in = input(Int(32), "in", {d.n, d.m});
    RDom r(0, in.dim(0).extent(), "r");
    Func whole("whole"), row("row"), out("out");
    whole(x, y) = in(clamp(x, 0, in.dim(0).extent() - 1), clamp(y, 0, in.dim(1).extent() - 1)) * 3;
    row(x) = max(whole(x, 0), in(clamp(x, 0, in.dim(0).extent() - 1), 0));
    out(x, y) = row(x);
    out(r, y) = row(r) * 2;
    state(whole.output_buffer(), {d.n, d.m});
    state(out.output_buffer(), {d.n, d.m});
    return {Pipeline({whole, out}), {in}, image(), [](const Sizes& s) {
                return std::vector<Shape>{{s.n, s.m}, {s.n, s.m}};
            }};
}

/// An output whose rows begin at 0 picks what is summed up of an image.
Built picked_by_an_output(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in = input(Int(32), "in", {d.n, d.m}), images(Int(32), 3, "images");
    RDom r(0, 1, "r");
    Func key("key"), out("out");
    key(x, y) = in(clamp(x, 0, in.dim(0).extent() - 1), clamp(y, 0, in.dim(1).extent() - 1));
    r.where(key(r, 0) < 3);
    out(x, y) = 0;
    out(x, y) += images(x, y, r);
    key.output_buffer().dim(0).set_min(0);
    state(key.output_buffer(), {d.n, d.m});
    state(out.output_buffer(), {d.n, d.m});
    return {Pipeline({key, out}),
            {in, images},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n, s.m}, {s.n, s.m, 1}};
            },
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n, s.m}, {s.n, s.m}};
            }};
}

/// One element of an image decides whether sums are made at all.
Built decided_by_an_image(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in = input(Int(32), "in", {d.n, d.m});
    RDom r(0, 4, "r");
    Func blurred("blurred"), sums("sums"), out("out");
    const auto at = [&](const Expr& column) {
        return in(clamp(column, 0, in.dim(0).extent() - 1), clamp(y, 0, in.dim(1).extent() - 1));
    };
    blurred(x, y) = (at(x - 1) + at(x) * 2 + at(x + 1)) / (at(x) % 3 + 4);
    r.where(blurred(0, 0) < 3);
    sums(x, y) = 0;
    sums(x, y) += blurred(x + r, y) * blurred(x, y + r);
    out(x, y) = sums(x, y) + blurred(x, y);
    Built built{pipeline_of(out, {d.n, d.m}), {in}, image(), image()};
    built.inlined = {blurred.name(), Func(in).name()};
    return built;
}

/// The same of a reduction, by a loop of one step.
Built decided_by_a_sum(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in = input(Int(32), "in", {d.n, d.m});
    RDom r(0, 1, "r");
    Func largest("largest"), sums("sums"), out("out");
    largest(x, y) = -8;
    largest(x, y) =
        max(largest(x, y), in(clamp(x, 0, in.dim(0).extent() - 1), clamp(y, 0, in.dim(1).extent() - 1)));
    r.where(largest(r, 0) < 3);
    sums(x, y) = 0;
    sums(x, y) += largest(x, r);
    out(x, y) = sums(x, 0) + largest(x, y);
    return {pipeline_of(out, {d.n, d.m}), {in}, image(), image()};
}

/// Products of one column with all, over as many rows as a parameter says and none beyond the last.
Built clamped_reduction(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in = input(Int(32), "in", {d.n, d.m});
    const Param<int> count("count", 3);
    RDom r(0, count, "r");
    Func sums("sums"), first("first"), out("out");
    const auto at = [&](const Expr& column) {
        return cast<float>(in(clamp(column, 0, in.dim(0).extent() - 1), clamp(r, 0, in.dim(1).extent() - 1)));
    };
    sums(x, y) = 1.0f;
    sums(x, y) += at(y) * at(x);
    first(x) = sums(x, 0);
    const Func mirrored = BoundaryConditions::mirror_interior(first, {{0, in.dim(0).extent()}});
    out(x, y) = mirrored(x) + mirrored(x - 1) + in(x, y);
    return {pipeline_of(out, {d.n, d.m}), {in}, image(), image()};
}

/// Sums that a mirrored row reads element by element: near its ends not one after the other.
Built mirrored_sums(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in = input(Int(32), "in", {d.n, d.m});
    RDom r(0, 1, "r");
    Func sums("sums"), out("out");
    sums(x) = in(x, 0);
    sums(x) += in(r, 0) * in(r, 0);
    const Func mirrored = BoundaryConditions::mirror_interior(sums, {{0, in.dim(0).extent()}});
    out(x, y) = mirrored(x) + mirrored(x - 2) + mirrored(x + 1) + y;
    return {pipeline_of(out, {d.n, d.m}), {in}, image(), image()};
}

/// Rows that end where another image does: of this one there is no more than is read.
Built clamped_by_another(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in = input(Int(32), "in", {d.n, d.k}), other(Int(32), 2, "other");
    RDom r(0, in.dim(1).extent(), "r");
    Func twice("twice"), pairs("pairs"), sums("sums"), out("out");
    twice(x, y) = other(x, y) * 2;
    const Func ends = BoundaryConditions::repeat_edge(twice, {{0, in.dim(0).extent()}});
    pairs(x, y) = cast<float>(ends(x, y)) + ends(x - 1, y);
    r.where(r < x + 3);
    sums(x, y) = 0.0f;
    sums(x, y) += pairs(r, x);
    out(x, y) = sums(x, y) + in(x, 0);
    return {pipeline_of(out, {d.n, d.m}),
            {in, other},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n, s.k}, {std::min(s.n, s.k), s.n}};
            },
            image()};
}

/// Sums in rows of constant length that are read backwards, also by what may need less of them.
Built reversed_rows(const Sizes&, const Bound&) {
    constexpr int columns = 40, rows = 29;
    ImageParam in = input(Float(32), "in", {fixed(columns), fixed(columns)});
    const RDom k(0, rows, "k"), every(0, 24, "every");
    RDom first(0, 1, "first");
    Func products("products"), reversed("reversed"), largest("largest"), part("part");
    const Expr apart = cast<double>(in(y, k)) - cast<double>(in(k, x));
    products(x, y, z) = cast<double>(0);
    products(x, y, z) += apart * apart;
    reversed(x, y) = cast<float>(cast<int>(cast<float>(products(columns - 1 - x, y, 0))) % 1024);
    const Expr value = cast<std::uint64_t>(cast<int>(reversed(x, every)));
    largest(x, y) = Tuple(0, cast<std::uint64_t>(0));
    largest(x, y) =
        Tuple(select(largest(x, y)[1] < value, every, largest(x, y)[0]), max(largest(x, y)[1], value));
    first.where(first < x + 3);
    part(x) = 0;
    part(x) += cast<int>(reversed(first, x));
    state(largest.output_buffers().front(), {fixed(columns), fixed(rows)});
    state(part.output_buffer(), {fixed(columns)});
    return {Pipeline({largest, part}),
            {in},
            [](const Sizes&) {
                return std::vector<Shape>{{columns, columns}};
            },
            [](const Sizes&) {
                return std::vector<Shape>{{columns, rows}, {columns, rows}, {columns}};
            }};
}

/// Rows of sums, forwards or backwards as an image says.
Built turned_round(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in = input(Int(32), "in", {d.n, d.m}), round(Int(32), 1, "round");
    round.dim(0).set_estimate(0, 1);
    Func sums("sums"), out("out");
    const Func edges =
        BoundaryConditions::repeat_edge(in, {{0, in.dim(0).extent()}, {0, in.dim(1).extent()}});
    sums(x, y) = edges(x - 1, y) + 3 * edges(x, y) + edges(x + 1, y + 1);
    out(x, y) = sums(select(round(0) > 0, in.dim(0).extent() - 1 - x, x), y) * 2;
    return {pipeline_of(out, {d.n, d.m}),
            {in, round},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n, s.m}, {1}};
            },
            image()};
}

} // namespace

const std::vector<PipelineCase>& region_cases() {
    static const std::vector<PipelineCase> cases = {
        {"scattered_by_a_func", scattered_by_a_func},
        {"triangle_of_an_image", triangle_of_an_image},
        {"row_of_an_output", row_of_an_output},
        {"picked_by_an_output", picked_by_an_output},
        {"decided_by_an_image", decided_by_an_image},
        {"decided_by_a_sum", decided_by_a_sum},
        {"clamped_reduction", clamped_reduction},
        {"mirrored_sums", mirrored_sums},
        {"clamped_by_another", clamped_by_another},
        {"reversed_rows", reversed_rows},
        {"turned_round", turned_round},
    };
    return cases;
}

} // namespace autoconfig::testing
