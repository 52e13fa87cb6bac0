// Convolution layers in the bench: rows, the check of a result, and that every peer computes the same layer.
#include "bench/conv2d/operands.h"
#include "bench/peers/peer.h"
#include "bench/shapes.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/tests_dir.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autoconfig::bench {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

/// Sizes, then stride, pad, dilation, groups.
Conv2dShape shape(std::int64_t h, std::int64_t w, std::int64_t c, std::int64_t k, std::int64_t r,
                  std::int64_t s, std::int64_t stride, std::int64_t pad, std::int64_t dilation,
                  std::int64_t groups) {
    return {2, h, w, c, k, r, s, stride, pad, dilation, groups, ""};
}

TEST(Conv2dShape, IsReadAndNamed) {
    const Conv2dShape one = conv2d_shape("1,56,56,128,128,3,3,2,1,1,32,a network, with a comma");
    EXPECT_EQ(one.name(), "56x56x128-128 3x3 /2 g32");
    EXPECT_EQ(one.file(), "n1_h56_w56_c128_k128_r3_s3_t2_p1_d1_g32");
    EXPECT_EQ(one.source, "a network, with a comma");
    EXPECT_EQ(one.out_h(), 28);
    EXPECT_DOUBLE_EQ(one.flops(), 2.0 * 28 * 28 * 128 * 4 * 9);
    EXPECT_DOUBLE_EQ(one.bytes_once(), 4.0 * (56 * 56 * 128 + 128 * 4 * 9 + 28 * 28 * 128));
    EXPECT_EQ(conv2d_shape("5,33,33,8,8,3,1,1,0,12,1").name(), "5x33x33x8-8 3x1 p0 d12");
}

TEST(Conv2dShape, ABadRowSaysWhatIsWrong) {
    const auto refused = [](const char* row, const char* message) {
        EXPECT_THAT([&] { conv2d_shape(row); }, ThrowsMessage<Error>(HasSubstr(message))) << row;
    };
    refused("1,8,8,4,4,3,3,1,1,1", "10 fields, needs N,H,W,C,K,R,S,stride,pad,dilation,groups");
    refused("1,8,8,4,4,3,3,0,1,1,1", "stride is '0'");
    refused("1,8,8,4,4,3,3,1,-1,1,1", "pad is '-1', needs a whole number from 0");
    refused("1,8,8,4,6,3,3,1,1,1,4", "groups is 4");
    refused("1,8,8,4,4,9,3,1,0,1,1", "9x3 does not fit");
}

TEST(Conv2dShape, TheShippedFileIsWhole) {
    const auto shapes = read_shapes(tests_dir() + "/../bench/shapes/conv.csv", "conv2d");
    EXPECT_EQ(shapes.size(), 32u);
    EXPECT_EQ(shapes.front().name(), "224x224x3-64 7x7 /2");
    EXPECT_EQ(shapes.back().name(), "5x82x102x128-128 3x3 p0");
}

TEST(Conv2dCheck, FindsWhatIsWrong) {
    const Conv2dOperands operands(shape(9, 7, 6, 10, 3, 2, 1, 1, 1, 2), {true, "relu"});
    loops_peer().prepare(operands, 1)();
    EXPECT_EQ(operands.check(), "");
    float& last = operands.out()[operands.shape.output_elements() - 1];
    last += 0.01f;
    EXPECT_THAT(operands.check(), HasSubstr("element (k 9, x 7, y 8) of image 1 is "));
    EXPECT_EQ(operands.check(0.1), ""); // an algorithm that rounds as coarsely
    last = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(operands.check(0.1), "element (k 9, x 7, y 8) of image 1 is NaN or was not written");
}

class EveryConv2dPeer : public ::testing::TestWithParam<Conv2dShape> {};

TEST_P(EveryConv2dPeer, IsRightOrSaysItDoesNotApply) {
    constexpr double winograd_error = 1e-4; // F(4x4, 3x3) at these depths
    for (const Epilogue& epilogue : {Epilogue{}, Epilogue{true, "relu"}}) {
        const Conv2dOperands operands(GetParam(), epilogue);
        for (const Peer& peer : library_peers("conv2d")) {
            SCOPED_TRACE(peer.name);
            operands.poison();
            try {
                peer.prepare(operands, 1)();
                EXPECT_EQ(operands.check(peer.name.find("direct") == std::string::npos ? winograd_error : 0),
                          "");
            } catch (const DoesNotApply& refusal) {
                EXPECT_THAT(refusal.what(), HasSubstr("no such convolution"));
                EXPECT_NE(peer.name, "onednn_auto");
                EXPECT_NE(peer.name, "loops");
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Shapes, EveryConv2dPeer,
                         ::testing::Values(shape(8, 8, 16, 32, 3, 3, 1, 1, 1, 1),
                                           shape(9, 7, 5, 6, 3, 2, 2, 1, 1, 1),
                                           shape(12, 12, 16, 16, 3, 3, 1, 1, 1, 16),
                                           shape(10, 11, 8, 12, 3, 3, 1, 2, 2, 4),
                                           shape(7, 7, 3, 17, 1, 1, 1, 0, 1, 1)),
                         [](const auto& info) { return info.param.file(); });

} // namespace
} // namespace autoconfig::bench
