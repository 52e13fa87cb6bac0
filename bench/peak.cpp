// Peak arithmetic by independent multiply-add chains, peak bandwidth by reading a large array.
#include "bench/peak.h"

#include "bench/measure.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace autoconfig::bench {

namespace {

// Chains that hide the latency of 4 to 6 cycles at 2 instructions a cycle; they and two constants fit in 16
// registers.
constexpr int chains = 12;
constexpr std::int64_t steps = 400000;

#ifdef __x86_64__

__attribute__((target("avx512f"))) float chains_avx512(std::int64_t count) {
    __m512 sum[chains];
    const __m512 factor = _mm512_set1_ps(0.5f), term = _mm512_set1_ps(0.25f);
    for (int c = 0; c < chains; ++c) // different starts: equal chains would be merged into one
        sum[c] = _mm512_set1_ps(static_cast<float>(c));
    for (std::int64_t i = 0; i < count; ++i) {
#pragma GCC unroll 12
        for (int c = 0; c < chains; ++c) sum[c] = _mm512_fmadd_ps(sum[c], factor, term);
    }
    for (int c = 1; c < chains; ++c) sum[0] += sum[c];
    return sum[0][0];
}

__attribute__((target("avx2,fma"))) float chains_avx2(std::int64_t count) {
    __m256 sum[chains];
    const __m256 factor = _mm256_set1_ps(0.5f), term = _mm256_set1_ps(0.25f);
    for (int c = 0; c < chains; ++c) // different starts: equal chains would be merged into one
        sum[c] = _mm256_set1_ps(static_cast<float>(c));
    for (std::int64_t i = 0; i < count; ++i) {
#pragma GCC unroll 12
        for (int c = 0; c < chains; ++c) sum[c] = _mm256_fmadd_ps(sum[c], factor, term);
    }
    for (int c = 1; c < chains; ++c) sum[0] += sum[c];
    return sum[0][0];
}

#endif

/// Four lanes of whatever the compiler's baseline offers (SSE2, NEON).
float chains_baseline(std::int64_t count) {
    using Lanes = float __attribute__((vector_size(16)));
    Lanes sum[chains];
    const Lanes factor = {0.5f, 0.5f, 0.5f, 0.5f}, term = {0.25f, 0.25f, 0.25f, 0.25f};
    for (int c = 0; c < chains; ++c) sum[c] = factor * static_cast<float>(c);
    for (std::int64_t i = 0; i < count; ++i) {
#pragma GCC unroll 12
        for (int c = 0; c < chains; ++c) sum[c] = sum[c] * factor + term;
    }
    for (int c = 1; c < chains; ++c) sum[0] += sum[c];
    return sum[0][0];
}

struct Loop {
    float (*run)(std::int64_t count);
    int lanes;
    const char* instructions;
};

Loop best_loop() {
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f")) return {chains_avx512, 16, "avx512"};
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return {chains_avx2, 8, "avx2 fma"};
#endif
    return {chains_baseline, 4, "baseline"};
}

/// Keeps a result alive that nobody needs.
volatile float sink;

/// The shortest of several runs, in seconds.
template<typename Work>
double shortest(int runs, const Work& work) {
    double best = std::numeric_limits<double>::infinity();
    for (int run = 0; run < runs; ++run) {
        const double start = now_s();
        sink = work();
        best = std::min(best, now_s() - start);
    }
    return best;
}

/// Sums one float of every 64-byte line: the line travels whole, the arithmetic stays out of the way.
float read_lines(const float* values, std::size_t count) {
    float sum[4] = {0, 0, 0, 0};
    constexpr std::size_t line = 16;
    for (std::size_t i = 0; i < count; i += 4 * line)
        for (std::size_t c = 0; c < 4; ++c) sum[c] += values[i + c * line];
    return sum[0] + sum[1] + sum[2] + sum[3];
}

} // namespace

Peak measure_peak() {
    Peak peak;
    const Loop loop = best_loop();
    peak.instructions = loop.instructions;
    const double flops = 2.0 * loop.lanes * chains * static_cast<double>(steps);
    peak.gflops = flops / shortest(40, [&] { return loop.run(steps); }) / 1e9;

    constexpr std::size_t count = std::size_t{192} << 20; // floats; 768 MiB outlasts the caches
    const std::vector<float> values(count, 1.0f);
    const double bytes = static_cast<double>(count * sizeof(float));
    peak.megabytes_read = bytes / 1e6;
    peak.bandwidth_gbs = bytes / shortest(4, [&] { return read_lines(values.data(), count); }) / 1e9;
    return peak;
}

} // namespace autoconfig::bench
