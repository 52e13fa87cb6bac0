// Bias and activation as plain loops, a row at a time. Compiled with fast-math (see CMakeLists.txt), so that
// the compiler vectorises tanh and erf through libmvec, and for each x86 level that matters.
#include "bench/matmul/epilogue.h"

#include <cmath>

#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__)
#define AUTOCONFIG_BENCH_LEVELS                                                                              \
    __attribute__((target_clones("default", "arch=haswell", "arch=skylake-avx512")))
#else
#define AUTOCONFIG_BENCH_LEVELS
#endif

namespace autoconfig::bench {

namespace {

AUTOCONFIG_BENCH_LEVELS void add_bias(float* row, const float* bias, std::int64_t n) {
    for (std::int64_t j = 0; j < n; ++j) row[j] += bias[j];
}

AUTOCONFIG_BENCH_LEVELS void relu(float* row, std::int64_t n) {
    for (std::int64_t j = 0; j < n; ++j) row[j] = row[j] > 0 ? row[j] : 0;
}

AUTOCONFIG_BENCH_LEVELS void gelu(float* row, std::int64_t n) {
    for (std::int64_t j = 0; j < n; ++j) {
        const float x = row[j];
        row[j] = 0.5f * x * (1 + std::tanh(0.79788456f * (x + 0.044715f * x * x * x)));
    }
}

AUTOCONFIG_BENCH_LEVELS void gelu_erf(float* row, std::int64_t n) {
    for (std::int64_t j = 0; j < n; ++j) row[j] = 0.5f * row[j] * (1 + std::erf(row[j] * 0.70710678f));
}

} // namespace

void apply_epilogue(const MatmulOperands& operands) {
    const Epilogue& epilogue = operands.epilogue;
    const std::int64_t n = operands.shape.n;
    if (epilogue.empty()) return;
    for (std::int64_t i = 0; i < operands.shape.m * operands.shape.batch; ++i) {
        float* row = operands.out() + i * n;
        if (epilogue.bias) add_bias(row, operands.bias(), n);
        if (epilogue.activation == "relu")
            relu(row, n);
        else if (epilogue.activation == "gelu")
            gelu(row, n);
        else if (epilogue.activation == "gelu_erf")
            gelu_erf(row, n);
    }
}

} // namespace autoconfig::bench
