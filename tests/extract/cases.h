// The table of pipelines that extract is tested with: what to build, what is to be seen in it.
#pragma once

#include <Halide.h>

#include <functional>
#include <string>
#include <vector>

namespace autoconfig::testing {

/// A pipeline and its Extraction as lines, contractions first:
///   "C: x=N64 y=M~32 k$x=K?256 a=A b=B -> out"   name: loops (~ estimated, ? assumed), operands, consumer
///   "C refused: min-reduction"
/// Numbers that make names unique, and the _im of inputs' Funcs, are left out.
struct Case {
    std::string name;
    std::function<Halide::Pipeline()> build;
    std::vector<std::string> expected;
};

std::vector<Case> product_cases();   // ways to write a contraction
std::vector<Case> index_cases();     // ways to index its operands
std::vector<Case> chain_cases();     // what comes after it
std::vector<Case> extent_cases();    // where its sizes come from
std::vector<Case> near_miss_cases(); // what looks like one and is not
std::vector<Case> network_cases();   // several in one pipeline

/// An input of these extents, stated as bounds.
inline Halide::ImageParam input(const std::string& name, const std::vector<int>& extents,
                                Halide::Type type = Halide::Float(32)) {
    Halide::ImageParam param(type, static_cast<int>(extents.size()), name);
    for (std::size_t d = 0; d < extents.size(); d++) param.dim(static_cast<int>(d)).set_bounds(0, extents[d]);
    return param;
}

/// Bounds of an output, one extent a dimension.
inline Halide::Pipeline bounded(Halide::Func output, const std::vector<int>& extents) {
    for (std::size_t d = 0; d < extents.size(); d++) output.bound(output.args()[d], 0, extents[d]);
    return Halide::Pipeline(output);
}

/// C[y][x] = sum over k of A[y][k] * B[k][x] with 64 columns, 32 rows, depth 128.
struct MatmulFuncs {
    Halide::ImageParam A = input("A", {128, 32}), B = input("B", {64, 128});
    Halide::Var x{"x"}, y{"y"};
    Halide::RDom k{0, 128, "k"};
    Halide::Func C{"C"}, out{"out"};

    MatmulFuncs() { C(x, y) += A(k, y) * B(x, k); }
    Halide::Pipeline pipeline() { return bounded(out, {64, 32}); }
};

} // namespace autoconfig::testing
