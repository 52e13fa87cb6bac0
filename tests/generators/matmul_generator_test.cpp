// The generator `matmul`, without a schedule, against the reference: every variant, and what it states
// about its arguments.
#include "autoconfig/halide_compat.h"
#include "tests/support/run_matmul.h"

#include <gtest/gtest.h>

namespace autoconfig {
namespace {

using testing::MatmulCase;

Halide::Pipeline pipeline_of(const MatmulCase& c, bool dynamic = false) {
    return compat::build_pipeline("matmul", c.params(dynamic), Halide::get_jit_target_from_environment());
}

std::string run(const MatmulCase& c) {
    return testing::run_matmul(pipeline_of(c), c, Halide::get_jit_target_from_environment());
}

MatmulCase odd(int batch = 0) {
    MatmulCase c;
    c.m = 7, c.n = 13, c.k = 5, c.batch = batch;
    return c;
}

TEST(MatmulGenerator, Transposes) {
    for (int batch : {0, 1, 3})
        for (bool trans_a : {false, true})
            for (bool trans_b : {false, true}) {
                MatmulCase c = odd(batch);
                c.trans_a = trans_a;
                c.trans_b = trans_b;
                EXPECT_EQ(run(c), "");
            }
}

TEST(MatmulGenerator, Types) {
    for (const char* type : {"f32", "f64", "u8i8i32", "u8u8i32", "i8i8i32", "i16i16i32"})
        for (bool bias : {false, true}) {
            MatmulCase c = odd();
            c.type = type;
            c.bias = bias;
            c.activation = bias ? "relu" : "none";
            EXPECT_EQ(run(c), "");
        }
}

TEST(MatmulGenerator, Activations) {
    for (const char* activation : {"none", "relu", "gelu", "gelu_erf", "silu", "sigmoid", "tanh"})
        for (const char* type : {"f32", "f64"}) {
            MatmulCase c = odd(2);
            c.n = 37;
            c.k = 29;
            c.type = type;
            c.bias = true;
            c.activation = activation;
            if (c.type == "f64" && c.activation == "gelu_erf")
                EXPECT_THROW(pipeline_of(c), Halide::Error) << c.name();
            else
                EXPECT_EQ(run(c), "");
        }
}

TEST(MatmulGenerator, OneOfEverything) { EXPECT_EQ(run(MatmulCase{}), ""); }

TEST(MatmulGenerator, SizesAtRunTime) {
    for (int batch : {0, 8})
        for (bool trans_a : {false, true}) {
            MatmulCase estimated = odd(batch);
            estimated.trans_a = estimated.bias = trans_a;
            const Halide::Pipeline pipeline = pipeline_of(estimated, true);
            for (int size : {1, 2, 17}) {
                MatmulCase c = estimated;
                c.m = size, c.n = size + 3, c.k = 2 * size, c.batch = batch > 0 ? size : 0;
                EXPECT_EQ(testing::run_matmul(pipeline, c, Halide::get_jit_target_from_environment()), "");
            }
        }
}

TEST(MatmulGenerator, StatesBoundsAndDenseStrides) {
    const Halide::Pipeline pipeline = pipeline_of(odd(3));
    const auto inputs = testing::inputs_of(pipeline);
    const auto known = [](const auto& parameter, int dim) {
        return std::vector<std::int64_t>{*Halide::Internal::as_const_int(parameter.min_constraint(dim)),
                                         *Halide::Internal::as_const_int(parameter.extent_constraint(dim)),
                                         *Halide::Internal::as_const_int(parameter.stride_constraint(dim))};
    };
    using Row = std::vector<std::int64_t>;
    EXPECT_EQ(known(inputs.at("A"), 0), (Row{0, 5, 1}));
    EXPECT_EQ(known(inputs.at("A"), 1), (Row{0, 7, 5}));
    EXPECT_EQ(known(inputs.at("A"), 2), (Row{0, 3, 35}));
    EXPECT_EQ(known(inputs.at("B"), 1), (Row{0, 5, 13}));
    const auto output = pipeline.outputs().front().output_buffer().parameter();
    EXPECT_EQ(known(output, 1), (Row{0, 7, 13}));
    EXPECT_EQ(known(output, 2), (Row{0, 3, 91}));
}

TEST(MatmulGenerator, StatesEstimatesOnlyWhereSizesComeAtRunTime) {
    const auto inputs = testing::inputs_of(pipeline_of(odd(3), true));
    const auto& b = inputs.at("B");
    EXPECT_EQ(*Halide::Internal::as_const_int(b.extent_constraint_estimate(0)), 13);
    EXPECT_EQ(*Halide::Internal::as_const_int(b.extent_constraint_estimate(2)), 3);
    EXPECT_EQ(*Halide::Internal::as_const_int(b.stride_constraint(0)), 1);
    EXPECT_FALSE(b.extent_constraint(0).defined());
    EXPECT_FALSE(b.stride_constraint(1).defined());
}

TEST(MatmulGenerator, RefusesWhatItCannotMean) {
    const Halide::Target target = Halide::get_jit_target_from_environment();
    for (const auto& [key, value] : std::map<std::string, std::string>{{"m", "-1"},
                                                                       {"n_estimate", "0"},
                                                                       {"k", "2147483648"},
                                                                       {"batch", "-2"},
                                                                       {"type", "f16"},
                                                                       {"activation", "swish"},
                                                                       {"q", "1"}})
        EXPECT_THROW(compat::build_pipeline("matmul", {{key, value}}, target), Halide::Error) << key;
    EXPECT_THROW(compat::build_pipeline("matmul", {{"type", "i8i8i32"}, {"activation", "tanh"}}, target),
                 Halide::Error);
    EXPECT_THROW(compat::build_pipeline("no_such", {}, target), Halide::Error);
}

} // namespace
} // namespace autoconfig
