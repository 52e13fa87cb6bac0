// Rows that threads share in blocks, of which the last is part of one.
#include "tests/schedules/run.h"
#include "tests/support/guarded.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using Halide::Func;

/// twice(x) = 2 sum(x), whose sum is stored, at a constant length of all.
Halide::Pipeline doubled_sums(int length) {
    const Halide::Var x("x");
    const Halide::RDom r(0, 3, "r");
    Func sum("sum"), twice("twice");
    sum(x) += Halide::cast<float>(x % 5) * r;
    twice(x) = 2.0f * sum(x);
    twice.output_buffer().dim(0).set_bounds(0, length).set_estimate(0, length);
    return {twice};
}

TEST(Blocks, EndWithTheirRow) {
    for (const int length : {48, 4112, 38336, 67136, 86289}) {
        Halide::Pipeline pipeline = doubled_sums(length);
        Options options;
        options.parallelism = 2;
        autoschedule(pipeline, target(), options);
        const Guarded out(Halide::Float(32), {length});
        Halide::Buffer<> inside = out.inside(); // the same memory
        pipeline.realize(inside, target());
        EXPECT_EQ(out.written_around(), 0u) << length;
        for (const int x : {0, length / 2, length - 1})
            EXPECT_EQ(detail::value(out.inside(), {x}), 6.0 * (x % 5)) << length;
    }
}

} // namespace
} // namespace autoconfig::testing
