// Which buffers hold the channels of a pixel side by side.
#include "autoconfig/extract/stage_graph.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using Halide::Expr;
using Halide::Func;
using Halide::ImageParam;
using Halide::Var;

/// out(c, x, y) = in(c, x, y) + 1.
struct Pixels {
    const Var c{"c"}, x{"x"}, y{"y"};
    ImageParam in{Halide::UInt(8), 3, "in"};
    Func out{"out"};

    explicit Pixels(int channels) {
        out(c, x, y) = in(c, x, y) + 1;
        in.dim(0).set_estimate(0, channels);
        out.output_buffer().dim(0).set_estimate(0, channels);
        for (int d : {1, 2}) {
            in.dim(d).set_estimate(0, 200);
            out.output_buffer().dim(d).set_estimate(0, 200);
        }
    }
    Interleaved of(bool output) const {
        for (const FuncStages& func : stage_graph(Halide::Pipeline(out), false).funcs)
            if (func.output == output && (output || func.image)) return func.interleaved;
        return {};
    }
};

TEST(InterleavedBuffers, HaveTwoToFourChannels) {
    for (int channels : {2, 3, 4}) {
        EXPECT_EQ(Pixels(channels).of(false).elements, channels);
        EXPECT_EQ(Pixels(channels).of(true).elements, channels);
        EXPECT_EQ(Pixels(channels).of(true).along, "x");
        EXPECT_TRUE(Pixels(channels).of(true).asked);
    }
    for (int channels : {1, 5, 200}) EXPECT_EQ(Pixels(channels).of(false).elements, 0);
}

TEST(InterleavedBuffers, AreNotAskedForWhereConstraintsSaySo) {
    Pixels pixels(3);
    pixels.in.dim(1).set_stride(3);
    EXPECT_TRUE(pixels.of(false).asked); // the channels may be a part of them
    pixels.in.dim(0).set_bounds(0, 3);
    EXPECT_FALSE(pixels.of(false).asked);
    EXPECT_TRUE(pixels.of(true).asked);
}

TEST(InterleavedBuffers, AreNoneWhereConstraintsSayOtherwise) {
    Pixels pixels(3);
    pixels.in.dim(1).set_stride(4);
    pixels.out.output_buffer().dim(0).set_stride(Expr());
    EXPECT_EQ(pixels.of(false).elements, 0);
    EXPECT_EQ(pixels.of(true).elements, 0);
}

} // namespace
} // namespace autoconfig::testing
