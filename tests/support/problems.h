// Problems of matrix products by their sizes, as `extract` makes them of the generator `matmul`, and the
// machines of this project by name.
#pragma once

#include "autoconfig/extract/problem.h"
#include "autoconfig/machine/load.h"
#include "tests/support/tests_dir.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace autoconfig::testing {

constexpr ScalarType f32{ScalarType::Kind::Float, 32}, f64{ScalarType::Kind::Float, 64},
    i32{ScalarType::Kind::Int, 32}, i8{ScalarType::Kind::Int, 8}, u8{ScalarType::Kind::UInt, 8};

/// C[m, n] = sum over k of A and B, row-major; a transposed operand is stored as k rows of m, or n rows of k.
struct Matmul {
    std::int64_t m = 1, n = 1, k = 1;
    std::int64_t batch = 0; // 0: no batch loop
    bool trans_a = false, trans_b = false;
    bool bound = true;     // otherwise estimates
    bool in_place = false; // the contraction is the pipeline's output
    ScalarType type = f32; // of a and b
    ScalarType sum = f32;  // of the accumulator and out
};

/// A dense operand of two dimensions, `inner` contiguous; loops by their index in Problem::loops.
inline Operand matrix(const std::string& name, ScalarType type, const std::vector<Loop>& loops, int inner,
                      int outer, bool batched) {
    Operand operand;
    operand.func = name;
    operand.type = type;
    const auto add = [&](int loop, std::int64_t stride) {
        operand.coefficient.emplace_back(loops.size(), 0);
        operand.coefficient.back()[loop] = 1;
        operand.stride.push_back(stride);
    };
    add(inner, 1);
    add(outer, loops[inner].extent);
    if (batched) add(2, loops[inner].extent * loops[outer].extent);
    return operand;
}

inline Problem problem_of(const Matmul& mm) {
    const ExtentSource source = mm.bound ? ExtentSource::Bound : ExtentSource::Estimate;
    Problem problem;
    problem.func = "prod";
    problem.consumer = mm.in_place ? "prod" : "output";
    problem.loops = {{"n", Role::N, mm.n, source}, {"m", Role::M, mm.m, source}};
    if (mm.batch > 0) problem.loops.push_back({"batch", Role::Batch, mm.batch, source});
    problem.loops.push_back({"k$x", Role::K, mm.k, source});
    const int n = 0, m = 1, k = static_cast<int>(problem.loops.size()) - 1;
    const bool batched = mm.batch > 0;
    problem.a = matrix("A_im", mm.type, problem.loops, mm.trans_a ? m : k, mm.trans_a ? k : m, batched);
    problem.b = matrix("B_im", mm.type, problem.loops, mm.trans_b ? k : n, mm.trans_b ? n : k, batched);
    problem.out = matrix(problem.consumer, mm.sum, problem.loops, n, m, batched);
    problem.accumulator = mm.sum;
    return problem;
}

/// Every machine description that is built in, by name.
inline std::vector<std::string> built_in_machines() {
    std::vector<std::string> names;
    const auto folder = std::filesystem::path(tests_dir()) / "../autoconfig/machine/targets";
    for (const auto& file : std::filesystem::directory_iterator(folder))
        names.push_back(file.path().stem().string());
    std::sort(names.begin(), names.end());
    return names;
}

} // namespace autoconfig::testing
