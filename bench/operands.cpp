// Fills operands with reproducible values.
#include "bench/operands.h"

#include <cmath>
#include <limits>
#include <new>

namespace autoconfig::bench {

namespace {

constexpr std::size_t page_bytes = 4096;

/// Values in [-1, 1) by a linear congruential generator (Knuth's MMIX constants).
void fill(float* values, std::int64_t count, std::uint64_t state) {
    for (std::int64_t i = 0; i < count; ++i) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        values[i] = static_cast<float>(static_cast<std::int32_t>(state >> 32)) * 0x1p-31f;
    }
}

} // namespace

Operands::Floats Operands::allocate(std::int64_t count) {
    const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(float);
    void* memory = std::aligned_alloc(page_bytes, (bytes + page_bytes - 1) / page_bytes * page_bytes);
    if (!memory) throw std::bad_alloc();
    return Floats(static_cast<float*>(memory));
}

Operands::Operands(const MatmulShape& s, const Epilogue& e)
    : shape(s), epilogue(e), a_(allocate(s.m * s.k * s.batch)), b_(allocate(s.k * s.n * s.batch)),
      bias_(allocate(s.n)), out_(allocate(s.m * s.n * s.batch)) {
    fill(a_.get(), s.m * s.k * s.batch, 1);
    fill(b_.get(), s.k * s.n * s.batch, 2);
    if (epilogue.bias)
        fill(bias_.get(), s.n, 3);
    else
        std::fill_n(bias_.get(), s.n, 0.0f);
    poison();
}

void Operands::poison() const {
    std::fill_n(out_.get(), shape.m * shape.n * shape.batch, std::numeric_limits<float>::quiet_NaN());
}

double activate(double x, const std::string& activation) {
    if (activation == "relu") return x > 0 ? x : 0;
    if (activation == "gelu")
        return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
    if (activation == "gelu_erf") return 0.5 * x * (1 + std::erf(x * std::sqrt(0.5)));
    return x;
}

} // namespace autoconfig::bench
