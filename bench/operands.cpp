// Memory filled with reproducible values.
#include "bench/operands.h"

#include "bench/conv2d/operands.h"
#include "bench/matmul/operands.h"

#include <algorithm>
#include <new>

namespace autoconfig::bench {

namespace {

float* allocate(std::int64_t count) {
    constexpr std::size_t page_bytes = 4096;
    const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(float);
    void* memory = std::aligned_alloc(page_bytes, (bytes + page_bytes - 1) / page_bytes * page_bytes);
    if (!memory) throw std::bad_alloc();
    return static_cast<float*>(memory);
}

} // namespace

Floats::Floats(std::int64_t count) : values_(allocate(count)), size_(count) {}

/// A linear congruential generator (Knuth's MMIX constants).
void Floats::fill(std::uint64_t seed) {
    for (std::int64_t i = 0; i < size_; ++i) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        values_[i] = static_cast<float>(static_cast<std::int32_t>(seed >> 32)) * 0x1p-31f;
    }
}

void Floats::fill_with(float value) const { std::fill_n(values_.get(), size_, value); }

std::unique_ptr<Operands> make_operands(const Shape& shape, const Epilogue& epilogue) {
    if (const auto* matmul = std::get_if<MatmulShape>(&shape))
        return std::make_unique<MatmulOperands>(*matmul, epilogue);
    return std::make_unique<Conv2dOperands>(std::get<Conv2dShape>(shape), epilogue);
}

} // namespace autoconfig::bench
