// See pipelines.h: what fixes of other autoschedulers, and requests to them, were for, rebuilt in our own
// words and named after their number at github.com/halide/Halide.
#include "tests/schedules/stating.h"

#include "tests/support/vars.h"

namespace autoconfig::testing {

namespace {

using namespace Halide;

/// Places so far from 0 that they were taken for garbage.
Built i8252_far_from_the_origin(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Float(32), 2, "in");
    const int far = 150000;
    Func moved("moved"), out("out");
    moved(x, y) = in(x - far, y - far) * 3.0f;
    out(x, y) = moved(x + far, y + far) - moved(x + far + 1, y + far) * moved(x + far, y + far + 1);
    return {pipeline_of(out, {d.n, d.m}),
            {in},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n + 1, s.m + 1}};
            },
            image()};
}

/// A window as long as an input is at run time, where only an estimate is known.
Built i6200_window_of_estimated_length(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Float(32), 2, "in"), weights = input("weights", {d.k});
    const RDom r = along(weights, 0, d.k);
    Func across("across"), down("down"), out("out");
    across(x, y) = 0.0f;
    across(x, y) += in(x + r, y) * weights(r);
    down(x, y) = across(x, y) - across(x, y + weights.dim(0).extent() - 1);
    out(x, y) = down(x, y) * 2.0f + 1.0f;
    return {pipeline_of(out, {d.n, d.m}),
            {in, weights},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n + s.k - 1, s.m + s.k - 1}, {s.k}};
            },
            image()};
}

/// A quantised depthwise convolution of two channels a time, channels innermost, stride 2.
Built i4744_depthwise_of_bytes(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(UInt(8), 3, "in"), weights(UInt(8), 3, "weights");
    const RDom r(0, 3, 0, 3, "r");
    Func sum("sum"), out("out");
    const Expr value = cast<std::int16_t>(in(c / 2, x * 2 + r.x, y * 2 + r.y));
    sum(c, x, y) = 7;
    sum(c, x, y) += cast<int>(value) * (cast<std::int16_t>(weights(c, r.x, r.y)) - cast<std::int16_t>(5));
    out(c, x, y) = cast<std::uint8_t>(clamp(sum(c, x, y) / 16 + 128, 0, 255));
    return {pipeline_of(out, {fixed(12), d.n, d.m}),
            {in, weights},
            [](const Sizes& s) {
                return std::vector<Shape>{{6, 2 * s.n + 1, 2 * s.m + 1}, {12, 3, 3}};
            },
            [](const Sizes& s) {
                return std::vector<Shape>{{12, s.n, s.m}};
            }};
}

/// One Func with a schedule by hand amid others.
Built i6848_schedule_by_hand_amid_others(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    ImageParam in(Int(32), 2, "in");
    Func before("before"), by_hand("by_hand"), out("out");
    Var block("block");
    before(x, y) = in(x, y) * 2 + in(x + 1, y);
    by_hand(x, y) = before(x, y) + before(x, y + 1);
    out(x, y) = by_hand(x, y) - by_hand(x, y + 1);
    by_hand.compute_root().split(y, block, y, 4, TailStrategy::GuardWithIf).parallel(block).unroll(y);
    return {pipeline_of(out, {d.n, d.m}),
            {in},
            [](const Sizes& s) {
                return std::vector<Shape>{{s.n + 1, s.m + 2}};
            },
            image()};
}

/// Splits of splits by hand.
Built i7759_splits_of_splits(const Sizes& sizes, const Bound& bound) {
    const Dims d(sizes, bound);
    Func places("places"), out("out");
    Var outer("outer"), middle("middle"), most("most"), inner("inner");
    places(x, y) = x + y;
    out(x, y) = places(x, y) * places(x + 1, y);
    places.compute_root().split(y, outer, y, 4, TailStrategy::GuardWithIf).unroll(y);
    places.split(y, middle, y, 4, TailStrategy::RoundUp)
        .split(middle, most, middle, 8, TailStrategy::RoundUp);
    places.split(x, x, inner, 8, TailStrategy::RoundUp);
    return {pipeline_of(out, {d.n, d.m}), {}, [](const Sizes&) { return std::vector<Shape>{}; }, image()};
}

} // namespace

const std::vector<PipelineCase>& fixed_cases() {
    static const std::vector<PipelineCase> cases = {
        {"i8252_far_from_the_origin", i8252_far_from_the_origin},
        {"i6200_window_of_estimated_length", i6200_window_of_estimated_length},
        {"i4744_depthwise_of_bytes", i4744_depthwise_of_bytes},
        {"i6848_schedule_by_hand_amid_others", i6848_schedule_by_hand_amid_others},
        {"i7759_splits_of_splits", i7759_splits_of_splits},
    };
    return cases;
}

} // namespace autoconfig::testing
