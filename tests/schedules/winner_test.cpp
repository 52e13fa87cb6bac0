// What AutoConfig chooses is right at bound sizes around the edge of every tile: matmul of the generator, all
// layouts, through an epilogue and as it comes.
#include "autoconfig/autoschedule.h"
#include "autoconfig/halide_compat.h"
#include "tests/schedules/run.h"
#include "tests/support/run_matmul.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

const std::vector<int> edges = {1, 2, 3, 5, 6, 7, 8, 9, 13, 15, 16, 17, 31, 32, 33, 40};

/// A sample that takes every edge in every place, and every layout, about equally often.
MatmulCase sample(int i) {
    const int count = static_cast<int>(edges.size());
    MatmulCase c;
    c.m = edges[i % count];
    c.n = edges[(i * 7 + i / count * 3 + 5) % count];
    c.k = edges[(i * 11 + i / count * 5 + 2) % count];
    c.trans_a = i % 3 == 0;
    c.trans_b = i % 2 == 0;
    c.bias = i % 5 < 2;
    c.activation = i % 4 == 0 ? "relu" : "none";
    c.batch = i % 8 == 7 ? 2 : 0;
    c.type = i % 16 == 3 ? "f64" : i % 16 == 9 ? "u8i8i32" : "f32";
    return c;
}

std::string wrong(const MatmulCase& c) {
    try {
        Halide::Pipeline pipeline = compat::build_pipeline("matmul", c.params(), target());
        autoschedule(pipeline, target(), {});
        return run_matmul(pipeline, c, target());
    } catch (const Halide::Error& error) {
        return c.name() + ": " + error.what();
    }
}

class Winner : public ::testing::TestWithParam<int> {};

TEST_P(Winner, IsRightAtTheEdgesOfTiles) {
    for (int i = GetParam() * 16; i < GetParam() * 16 + 16; ++i) EXPECT_EQ(wrong(sample(i)), "");
}

INSTANTIATE_TEST_SUITE_P(Samples, Winner, ::testing::Range(0, 4));

} // namespace
} // namespace autoconfig::testing
