// See pipelines.h: sums, minima and maxima of what is neither a product nor read from one operand alone.
#include "tests/schedules/stating.h"

#include "tests/support/vars.h"

namespace autoconfig::testing {

namespace {

using namespace Halide;

/// A row of A, a column of B, or a row of B where it is transposed.
struct Pair {
    Dims d;
    bool transposed;
    ImageParam A, B;
    RDom k;

    Pair(const Sizes& sizes, const Bound& bound, bool transposed = false, Type type = Float(32))
        : d(sizes, bound), transposed(transposed), A(input(type, "A", {d.k, d.m})),
          B(transposed ? input(type, "B", {d.k, d.n}) : input(type, "B", {d.n, d.k})), k(along(A, 0, d.k)) {}

    Expr a() const { return A(k, y); }
    Expr b() const { return transposed ? B(k, x) : B(x, k); }
    Built built(const Func& output) const {
        const bool by_rows = transposed;
        return {pipeline_of(output, {d.n, d.m}),
                {A, B},
                [by_rows](const Sizes& s) {
                    return std::vector<Shape>{{s.k, s.m}, by_rows ? Shape{s.k, s.n} : Shape{s.n, s.k}};
                },
                image()};
    }
};

Built absolute_differences(const Sizes& sizes, const Bound& bound) {
    const Pair pair(sizes, bound);
    Func out("out");
    out(x, y) += abs(pair.a() - pair.b());
    return pair.built(out);
}

/// Of rows, by a Func of its own, which the output takes up.
Built squared_distances_of_rows(const Sizes& sizes, const Bound& bound) {
    const Pair pair(sizes, bound, true);
    Func difference("difference"), squares("squares"), out("out");
    difference(x, y, z) = pair.A(z, y) - pair.B(z, x);
    squares(x, y) += difference(x, y, pair.k) * difference(x, y, pair.k);
    out(x, y) = squares(x, y) * 0.5f + 1.0f;
    return pair.built(out);
}

Built distances_among_rows(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    const ImageParam in = input("in", {d.k, d.n});
    const RDom k = along(in, 0, d.k);
    Func out("out");
    out(x, y) += abs(in(k, x) - in(k, y));
    return {pipeline_of(out, {d.n, d.n}),
            {in},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.k, s.n}};
            },
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n, s.n}};
            }};
}

Built shortest_paths(const Sizes& sizes, const Bound& bound) {
    const Pair pair(sizes, bound);
    Func out("out");
    out(x, y) = 1e6f;
    out(x, y) = min(out(x, y), pair.a() + pair.b());
    return pair.built(out);
}

/// The widest of the narrowest, bytes.
Built widest_paths(const Sizes& sizes, const Bound& bound) {
    const Pair pair(sizes, bound, true, UInt(8));
    Func out("out");
    out(x, y) = maximum(min(pair.a(), pair.b()));
    return pair.built(out);
}

template<typename T>
Built differing_bits(const Sizes& sizes, const Bound& bound) {
    const Pair pair(sizes, bound, sizeof(T) > 1, type_of<T>());
    Func out("out");
    out(x, y) += cast<int32_t>(popcount(pair.a() ^ pair.b()));
    return pair.built(out);
}

/// Squares of small differences, multiples of large ones.
Built bounded_losses(const Sizes& sizes, const Bound& bound) {
    const Pair pair(sizes, bound, false, Int(16));
    const Expr difference = abs(cast<int32_t>(pair.a()) - cast<int32_t>(pair.b()));
    Func out("out");
    out(x, y) += select(difference < 3, difference * difference, 6 * difference - 9);
    return pair.built(out);
}

Built product_and_operand(const Sizes& sizes, const Bound& bound) {
    const Pair pair(sizes, bound, false, Float(64));
    Func out("out");
    out(x, y) = Expr(2.0);
    out(x, y) += pair.a() * pair.b() + pair.a();
    return pair.built(out);
}

/// The largest of the sums with a structuring element's weights.
Built dilated_by_weights(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Float(32), 2, "in");
    const ImageParam weights = input("weights", {fixed(5), fixed(3)});
    const RDom r(0, 5, 0, 3, "r");
    Func out("out");
    out(x, y) = maximum(in(x + r.x, y + r.y) + weights(r.x, r.y));
    return {pipeline_of(out, {d.n, d.m}),
            {in, weights},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n + 4, s.m + 2}, {5, 3}};
            },
            image()};
}

/// Blocks of 4x4 bytes against those up to 7 to the right of them.
Built matched_blocks(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam left(UInt(8), 2, "left"), right(UInt(8), 2, "right");
    const RDom r(0, 4, 0, 4, "r"), shift(0, 8, "shift");
    Func cost("cost"), out("out");
    cost(x, y, z) +=
        cast<uint16_t>(absd(left(4 * x + r.x, 4 * y + r.y), right(4 * x + r.x + z, 4 * y + r.y)));
    out(x, y) = argmin(shift, cost(x, y, shift))[0];
    return {pipeline_of(out, {d.n, d.m}),
            {left, right},
            [](const Sizes& s) {
                return std::vector<Shape>{{4 * s.n, 4 * s.m}, {4 * s.n + 7, 4 * s.m}};
            },
            image()};
}

/// Where a block of 4x4 bytes has come from along its rows: 13 places side by side.
Built moved_blocks(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam now(UInt(8), 2, "now"), before(UInt(8), 2, "before");
    const RDom r(0, 4, 0, 4, "r"), places(-6, 13, "places");
    const Func edged = BoundaryConditions::repeat_edge(before);
    Func cost("cost"), out("out");
    cost(z, x, y) += cast<uint16_t>(absd(now(4 * x + r.x, 4 * y + r.y), edged(4 * x + r.x + z, 4 * y + r.y)));
    out(x, y) = argmin(places, cost(places, x, y))[0];
    return {pipeline_of(out, {d.n, d.m}),
            {now, before},
            [](const Sizes& s) {
                return std::vector<Shape>{{4 * s.n, 4 * s.m}, {4 * s.n, 4 * s.m}};
            },
            image()};
}

/// Rows of a batch, each against the columns of the same image of it.
Built batch_of_differences(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    const ImageParam A = input("A", {d.k, d.m, fixed(3)}), B = input("B", {d.n, d.k, fixed(3)});
    const RDom k = along(A, 0, d.k);
    Func out("out");
    out(x, y, z) += abs(A(k, y, z) - 2.0f * B(x, k, z));
    return {pipeline_of(out, {d.n, d.m, fixed(3)}),
            {A, B},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.k, s.m, 3}, {s.n, s.k, 3}};
            },
            image(3)};
}

} // namespace

const std::vector<PipelineCase>& pair_cases() {
    static const std::vector<PipelineCase> cases = {
        {"absolute_differences", absolute_differences},
        {"squared_distances_of_rows", squared_distances_of_rows},
        {"distances_among_rows", distances_among_rows},
        {"shortest_paths", shortest_paths},
        {"widest_paths", widest_paths},
        {"differing_bits_of_bytes", differing_bits<uint8_t>},
        {"differing_bits_of_u64", differing_bits<uint64_t>},
        {"bounded_losses", bounded_losses},
        {"product_and_operand", product_and_operand},
        {"dilated_by_weights", dilated_by_weights},
        {"matched_blocks", matched_blocks},
        {"moved_blocks", moved_blocks},
        {"batch_of_differences", batch_of_differences},
    };
    return cases;
}

} // namespace autoconfig::testing
