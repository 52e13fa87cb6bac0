// The generator `conv2d`, without a schedule, against the reference: every variant, and what it states about
// its arguments.
#include "autoconfig/halide_compat.h"
#include "tests/support/run_conv2d.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <utility>

namespace autoconfig {
namespace {

using testing::Conv2dCase;

Halide::Pipeline pipeline_of(const Conv2dCase& c) {
    return compat::build_pipeline("conv2d", c.params(), Halide::get_jit_target_from_environment());
}

void expect_right(const Conv2dCase& c) {
    EXPECT_EQ(testing::run_conv2d(pipeline_of(c), c, Halide::get_jit_target_from_environment()), "");
}

/// 7x5 pixels of 6 channels, 9 output channels, a window of 3 rows and 2 columns.
Conv2dCase odd_layer() {
    Conv2dCase c;
    c.n = 2, c.h = 7, c.w = 5, c.c = 6, c.k = 9, c.r = 3, c.s = 2;
    return c;
}

TEST(Conv2dGenerator, StridesPadsAndDilationsInBothLayouts) {
    for (bool nchw : {false, true})
        for (const auto& [stride, pad, dilation] :
             std::vector<std::array<int, 3>>{{1, 0, 1}, {1, 1, 1}, {2, 1, 1}, {1, 3, 2}, {3, 2, 2}}) {
            Conv2dCase c = odd_layer();
            c.nchw = nchw;
            c.stride = stride, c.pad = pad, c.dilation = dilation;
            expect_right(c);
        }
}

TEST(Conv2dGenerator, Groups) {
    for (bool nchw : {false, true})
        for (const auto& [in, out, groups] :
             std::vector<std::array<int, 3>>{{6, 9, 3}, {6, 6, 6}, {6, 12, 6}, {4, 1, 1}, {1, 5, 1}}) {
            Conv2dCase c = odd_layer();
            c.nchw = nchw;
            c.c = in, c.k = out, c.groups = groups, c.pad = 1;
            expect_right(c);
        }
}

TEST(Conv2dGenerator, Im2colIsTheSameSum) {
    for (bool nchw : {false, true}) {
        Conv2dCase c = odd_layer();
        c.nchw = nchw;
        c.pad = 1, c.stride = 2, c.algorithm = "im2col";
        expect_right(c);
    }
}

TEST(Conv2dGenerator, WhatFollowsTheSum) {
    for (const char* activation : {"none", "relu", "relu6", "gelu", "silu"})
        for (bool residual : {false, true}) {
            Conv2dCase c = odd_layer();
            c.bias = true, c.residual = residual, c.activation = activation;
            expect_right(c);
        }
}

TEST(Conv2dGenerator, Quantized) {
    for (bool requantize : {false, true}) {
        Conv2dCase c = odd_layer();
        c.type = "u8i8i32", c.activation = "relu";
        c.bias = c.residual = true;
        c.pad = 1, c.input_zero = 11;
        c.requantize = requantize, c.output_zero = requantize ? 3 : 0;
        expect_right(c);
    }
}

/// A case whose channels leave part of the last panel empty.
Conv2dCase packed_case() {
    Conv2dCase c = odd_layer();
    c.pad = 1;
    c.panel = 4;
    return c;
}

Halide::Buffer<> packed(const Conv2dCase& c) {
    const Halide::Target target = Halide::get_jit_target_from_environment();
    const Halide::Pipeline packer = compat::build_pipeline("conv2d_pack", c.pack_params(), target);
    return testing::packed_weights(packer, c, testing::operands(c), target);
}

TEST(Conv2dGenerator, PackedWeightsAgreeWithPlainOnes) {
    for (const auto& [in, out, groups] : std::vector<std::array<int, 3>>{{6, 9, 1}, {6, 12, 3}, {5, 4, 1}})
        for (const char* type : {"f32", "u8i8i32"}) {
            Conv2dCase c = packed_case();
            c.c = in, c.k = out, c.groups = groups, c.type = type;
            EXPECT_EQ(testing::run_conv2d(pipeline_of(c), c, Halide::get_jit_target_from_environment(), 0,
                                          packed(c)),
                      "");
        }
}

/// The error of a kernel that is given these weights; empty where it takes them.
std::string refusal(const Conv2dCase& c, const Halide::Buffer<>& weights) {
    try {
        testing::run_conv2d(pipeline_of(c), c, Halide::get_jit_target_from_environment(), 0, weights);
    } catch (const Halide::RuntimeError& error) {
        return error.what();
    }
    return "";
}

TEST(Conv2dGenerator, WeightsOfAnotherLayoutAreRefused) {
    Conv2dCase c = packed_case(), other = c;
    std::swap(other.r, other.s); // as many elements
    EXPECT_EQ(refusal(c, packed(c)), "");
    EXPECT_THAT(refusal(c, packed(other)), ::testing::HasSubstr("packed for another layout"));
}

TEST(Conv2dGenerator, WeightsOfAnotherFormatAreRefused) {
    for (const char* type : {"f32", "u8i8i32"}) {
        Conv2dCase c = packed_case();
        c.type = type;
        const auto with = [&](int byte) {
            Halide::Buffer<> weights = packed(c);
            static_cast<std::uint8_t*>(weights.data())[byte]++;
            return refusal(c, weights);
        };
        EXPECT_THAT(with(0), ::testing::HasSubstr("not packed")) << type;
        EXPECT_THAT(with(8), ::testing::HasSubstr("another version")) << type;
        EXPECT_THAT(with(23), ::testing::HasSubstr("another layout")) << type;
        EXPECT_EQ(with(24), "") << type;
    }
}

TEST(Conv2dGenerator, TheHeaderCanBeReadInAFile) {
    const Conv2dCase c = packed_case();
    const Halide::Buffer<> weights = packed(c);
    EXPECT_EQ(std::string(static_cast<const char*>(weights.data()), 8), "AutoConf");
    EXPECT_EQ(static_cast<const std::uint64_t*>(weights.data())[1], 1u);
}

TEST(Conv2dGenerator, OneOfEverything) { expect_right(Conv2dCase{}); }

TEST(Conv2dGenerator, StatesBoundsAndDenseStrides) {
    Conv2dCase c = odd_layer();
    c.pad = 1;
    const Halide::Pipeline pipeline = pipeline_of(c);
    const auto inputs = testing::inputs_of(pipeline);
    const auto known = [](const auto& parameter, int dim) {
        return std::vector<std::int64_t>{*Halide::Internal::as_const_int(parameter.min_constraint(dim)),
                                         *Halide::Internal::as_const_int(parameter.extent_constraint(dim)),
                                         *Halide::Internal::as_const_int(parameter.stride_constraint(dim))};
    };
    using Row = std::vector<std::int64_t>;
    EXPECT_EQ(known(inputs.at("input"), 0), (Row{0, 6, 1}));
    EXPECT_EQ(known(inputs.at("input"), 2), (Row{0, 7, 30}));
    EXPECT_EQ(known(inputs.at("weights"), 0), (Row{0, 9, 1}));
    EXPECT_EQ(known(inputs.at("weights"), 3), (Row{0, 3, 108}));
    const auto output = pipeline.outputs().front().output_buffer().parameter();
    EXPECT_EQ(known(output, 1), (Row{0, 6, 9}));
    EXPECT_EQ(known(output, 2), (Row{0, 7, 54}));
}

TEST(Conv2dGenerator, RefusesWhatItCannotMean) {
    const auto refused = [](std::map<std::string, std::string> params) {
        EXPECT_THROW(compat::build_pipeline("conv2d", params, Halide::get_jit_target_from_environment()),
                     Halide::Error)
            << params.begin()->first;
    };
    for (const char* size : {"n", "h", "w", "c", "k", "r", "s", "stride", "dilation", "groups"})
        for (const char* value : {"0", "-1"}) refused({{size, value}});
    refused({{"pad", "-1"}});
    refused({{"c", "6"}, {"k", "8"}, {"groups", "3"}});
    refused({{"c", "6"}, {"k", "9"}, {"groups", "2"}});
    refused({{"r", "2"}});
    refused({{"stride", "4"}, {"s", "3"}});
    refused({{"algorithm", "fft"}});
    refused({{"packed_weights", "true"}, {"layout", "nchw"}});
    refused({{"packed_weights", "true"}, {"panel", "0"}});
    refused({{"requantize", "true"}});
    refused({{"type", "u8i8i32"}, {"activation", "relu6"}});
}

} // namespace
} // namespace autoconfig
