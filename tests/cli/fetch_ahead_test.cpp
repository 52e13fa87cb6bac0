// Which loops fetch ahead, and how far.
#include "autoconfig/cli/fetch_ahead.h"

#include "autoconfig/machine/llvm_prefetch.h"
#include "tests/cli/lowered.h"

#include <gtest/gtest.h>

#include <vector>

namespace autoconfig::testing {
namespace {

using Halide::Func;
using Halide::Var;

int fetches_of(const Func& func, const std::vector<Halide::Argument>& arguments) {
    Halide::Pipeline pipeline(func);
    cli::fetch_ahead(pipeline);
    return calls_in_lowered(pipeline, arguments, "autoconfig_fetch");
}

/// sum(n, m) += a(k, m) * b(n, k) over `iterations` of k, b's rows of 16 elements `stride` elements apart.
int fetches_of_sum(int iterations, int stride, int rows = 16) {
    Halide::ImageParam a(Halide::Float(32), 2, "a"), b(Halide::Float(32), 2, "b");
    b.dim(0).set_bounds(0, 16);
    b.dim(1).set_stride(stride);
    Halide::RDom k(0, iterations, "k");
    Var n("n"), m("m");
    Func sum("sum");
    sum(n, m) = 0.0f;
    sum(n, m) += a(k, m) * b(n, k);
    sum.bound(n, 0, 16).bound(m, 0, rows).vectorize(n, 16);
    sum.update().reorder(n, m, k).vectorize(n, 16).unroll(m);
    return fetches_of(sum, {a, b});
}

/// copy(x, y) = in(x, y), rows of 16 elements `stride` elements apart, one an iteration.
int fetches_of_copy(int stride) {
    Halide::ImageParam in(Halide::Float(32), 2, "in");
    in.dim(1).set_stride(stride);
    Var x("x"), y("y");
    Func copy("copy");
    copy(x, y) = in(x, y);
    copy.bound(x, 0, 16).vectorize(x, 16);
    return fetches_of(copy, {in});
}

TEST(FetchAhead, SumsFetchVectorsThatMoveByALineOrMore) {
    EXPECT_EQ(fetches_of_sum(512, 16), 1);
    EXPECT_EQ(fetches_of_sum(512, 8), 0);     // half a line
    EXPECT_EQ(fetches_of_sum(64, 16), 0);     // all of b stays in L1
    EXPECT_EQ(fetches_of_sum(64, 1024), 1);   // rows
    EXPECT_EQ(fetches_of_sum(512, 16, 1), 0); // loads would set the pace
}

/// None where the loop is over before what is fetched is needed: 16 iterations ahead, or 4.
TEST(FetchAhead, AsManyRowsAsTheSetsOfL1Hold) {
    EXPECT_EQ(fetches_of_sum(17, 1040), 1);
    EXPECT_EQ(fetches_of_sum(16, 1040), 0);
    EXPECT_EQ(fetches_of_sum(5, 2048), 1); // all on one set
    EXPECT_EQ(fetches_of_sum(4, 2048), 0);
    EXPECT_EQ(fetches_of_sum(9, 1536), 1); // on two
    EXPECT_EQ(fetches_of_sum(8, 1536), 0);
}

TEST(FetchAhead, CopiesFetchRowsThatLieFarApart) {
    EXPECT_EQ(fetches_of_copy(1024), 1);
    EXPECT_EQ(fetches_of_copy(16), 0);
}

TEST(FetchAhead, NotWhatAnIterationSumsForItself) {
    Halide::ImageParam in(Halide::Float(32), 2, "in");
    in.dim(1).set_stride(16);
    Var x("x"), y("y");
    Halide::RDom window(0, 3, "window");
    Func sum("sum"), output("output");
    sum(x, y) += in(x, y + window);
    output(x, y) = sum(x, y) * 2;
    output.bound(x, 0, 16).vectorize(x, 16);
    sum.compute_at(output, y).vectorize(x, 16);
    sum.update().vectorize(x, 16).unroll(window);
    EXPECT_EQ(fetches_of(output, {in}), 0);
}

TEST(FetchAhead, CodeIsThereWhereLlvmKnowsTheTarget) {
    EXPECT_TRUE(prefetch_bitcode("fetch", "no-such-triple").empty());
    EXPECT_FALSE(cli::can_fetch_ahead(Halide::Target("arm-64-linux")));
}

} // namespace
} // namespace autoconfig::testing
