// Memory filled with reproducible values.
#include "bench/operands.h"

#include "bench/conv2d/operands.h"
#include "bench/matmul/operands.h"
#include "bench/sequence.h"

#include <algorithm>
#include <limits>
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

void Floats::fill(std::uint64_t seed) {
    Sequence sequence(seed);
    for (std::int64_t i = 0; i < size_; ++i)
        values_[i] = static_cast<float>(static_cast<std::int32_t>(sequence.next())) * 0x1p-31f;
}

void Floats::fill_with(float value) const { std::fill_n(values_.get(), size_, value); }

Operands::Operands(const Epilogue& e, const Elements& elements)
    : epilogue(e), input_(elements.input), weights_(elements.weights), bias_(elements.bias),
      result_(elements.result) {
    input_.fill(1);
    weights_.fill(2);
    if (epilogue.bias)
        bias_.fill(3);
    else
        bias_.fill_with(0);
    poison();
}

void Operands::poison() const { result_.fill_with(std::numeric_limits<float>::quiet_NaN()); }

std::unique_ptr<Operands> make_operands(const Shape& shape, const Epilogue& epilogue) {
    if (const auto* matmul = std::get_if<MatmulShape>(&shape))
        return std::make_unique<MatmulOperands>(*matmul, epilogue);
    return std::make_unique<Conv2dOperands>(std::get<Conv2dShape>(shape), epilogue);
}

} // namespace autoconfig::bench
