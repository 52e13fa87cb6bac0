// Which loops fetch ahead, and how far.
#include "lowering/fetch_ahead.h"

#include "autoconfig/machine/llvm_prefetch.h"
#include "tests/lowering/lowered.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace autoconfig::testing {
namespace {

using Halide::Func;
using Halide::Var;

/// L1 of 32 KiB, 8 ways; two loads and two multiply-accumulates a cycle.
constexpr lowering::FetchLimits limits{64, 4096, 16 << 10, 1};

int fetches_of(const Func& func, const std::vector<Halide::Argument>& arguments) {
    Halide::Pipeline pipeline(func);
    lowering::fetch_ahead(pipeline, limits);
    return calls_in_lowered(pipeline, arguments, "autoconfig_fetch");
}

/// sum(n, m) += a(k, m) * b(n, k) over `iterations` of k, b's rows of 16 elements `stride` elements apart.
struct Sum {
    Halide::ImageParam a{Halide::Float(32), 2, "a"}, b{Halide::Float(32), 2, "b"};
    Func func{"sum"};

    Sum(int iterations, int stride, int rows) {
        b.dim(0).set_bounds(0, 16);
        b.dim(1).set_stride(stride);
        Halide::RDom k(0, iterations, "k");
        Var n("n"), m("m");
        func(n, m) = 0.0f;
        func(n, m) += a(k, m) * b(n, k);
        func.bound(n, 0, 16).bound(m, 0, rows).vectorize(n, 16);
        func.update().reorder(n, m, k).vectorize(n, 16).unroll(m);
    }
};

int fetches_of_sum(int iterations, int stride, int rows = 16) {
    const Sum sum(iterations, stride, rows);
    return fetches_of(sum.func, {sum.a, sum.b});
}

std::string line_with(const std::string& text, const std::string& part) {
    const std::size_t found = text.find(part);
    return found == std::string::npos ? "" : text.substr(found, text.find('\n', found) - found);
}

/// What LLVM's assembly says of a called function where it is called: the group that "call ... #7" names.
std::string attributes_of_call(const std::string& assembly, const std::string& function) {
    const std::string call = line_with(assembly, "call void @" + function);
    const std::size_t group = call.rfind('#');
    return group == std::string::npos ? "" : line_with(assembly, "attributes " + call.substr(group) + " =");
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

std::string text_of(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Else LLVM stores sums that it holds in registers before every fetch that might read them.
TEST(FetchAhead, ReadsNothing) {
    const Halide::Target target("x86-64-linux-no_runtime-avx-avx2-fma-f16c-sse41");
    if (!lowering::can_fetch_ahead(target)) GTEST_SKIP() << "this Halide takes no code from elsewhere";
    const Sum sum(512, 16, 4);
    Halide::Pipeline pipeline(sum.func);
    lowering::fetch_ahead(pipeline, limits);
    Halide::Module module = pipeline.compile_to_module({sum.a, sum.b}, "f", target);
    lowering::add_fetch_code(module, target);
    const TemporaryFolder folder;
    module.compile({{Halide::OutputFileType::llvm_assembly, folder.path("f.ll")}});
    EXPECT_THAT(attributes_of_call(text_of(folder.path("f.ll")), "llvm.prefetch"),
                ::testing::HasSubstr("inaccessiblememonly"));
}

TEST(FetchAhead, CodeIsThereWhereLlvmKnowsTheTarget) {
    EXPECT_TRUE(prefetch_bitcode("fetch", "no-such-triple").empty());
    EXPECT_FALSE(lowering::can_fetch_ahead(Halide::Target("arm-64-linux")));
}

} // namespace
} // namespace autoconfig::testing
