// The loops themselves, over vectors of `vector_bytes`, which the including file defines first. Each file
// that includes this is compiled with the flags of one instruction set; the anonymous namespace keeps every
// copy in its own file, and no standard header with inline functions may come in here, so that no
// instruction escapes to code that runs everywhere.
#pragma once

#include <cstddef>

namespace {

#ifdef __x86_64__
#define VECTOR_REGISTER "x"
#else
#define VECTOR_REGISTER "w"
#endif

typedef float Vector __attribute__((vector_size(vector_bytes), may_alias));

constexpr int accumulators = 12; // covers a latency of 5 at 2 a cycle, fits 16 registers

/// Sums in registers, each with its own chain of dependences. A list rather than an array, as compilers keep
/// only named members in registers.
template<int Count>
struct Sums {
    Vector first{};
    Sums<Count - 1> rest;

    [[gnu::always_inline]] inline void add(const Vector* from) {
        first += *from;
        rest.add(from + 1);
    }
    [[gnu::always_inline]] inline void multiply_add(const Vector& factor, const Vector& addend) {
        first = first * factor + addend;
        asm volatile("" : "+" VECTOR_REGISTER(first)); // in this order, and none left out
        rest.multiply_add(factor, addend);
    }
    [[gnu::always_inline]] inline Vector total() const { return first + rest.total(); }
};

template<>
struct Sums<0> {
    void add(const Vector*) {}
    void multiply_add(const Vector&, const Vector&) {}
    Vector total() const { return Vector{}; }
};

float across(const Vector vector) {
    float total = 0;
    for (std::size_t lane = 0; lane < vector_bytes / sizeof(float); ++lane) total += vector[lane];
    return total;
}

float read(const void* data, std::size_t bytes, std::size_t times) {
    Sums<8> sums;
    for (std::size_t time = 0; time < times; ++time) {
        asm volatile("" : : : "memory"); // each pass reads memory again
        const Vector* from = static_cast<const Vector*>(data);
        for (const Vector* end = from + bytes / vector_bytes; from != end; from += 8) sums.add(from);
    }
    return across(sums.total());
}

float macs(std::size_t steps) {
    volatile float start = 1e-3f; // unknown to the compiler
    const Vector factor = Vector{} + start, addend = Vector{} + start;
    Sums<accumulators> sums;
    for (std::size_t step = 0; step < steps; ++step) sums.multiply_add(factor, addend);
    return across(sums.total());
}

} // namespace
