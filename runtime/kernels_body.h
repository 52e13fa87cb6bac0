// The loops themselves, over vectors of `vector_bytes`, which the including file defines first. Each file
// that includes this is compiled with the flags of one instruction set; the anonymous namespace keeps every
// copy in its own file, and no inline function of a standard header may be called in here, so that no
// instruction escapes to code that runs everywhere.
#pragma once

#include "runtime/kernels.h"

#include <utility>

namespace {

#ifdef __x86_64__
#define VECTOR_REGISTER "x"
#else
#define VECTOR_REGISTER "w"
#endif

typedef float Vector __attribute__((vector_size(vector_bytes), may_alias));
typedef double Doubles __attribute__((vector_size(vector_bytes), may_alias));

constexpr int accumulators = 12; // covers a latency of 5 at 2 a cycle, fits 16 registers

/// Nothing is known of the vector from here on, and what it came to so far is needed.
template<typename V>
[[gnu::always_inline]] inline void opaque(V& vector) {
    asm volatile("" : "+" VECTOR_REGISTER(vector));
}

/// The vector is needed.
template<typename V>
[[gnu::always_inline]] inline void keep(const V& vector) {
    asm volatile("" : : VECTOR_REGISTER(vector));
}

enum class Mac { Fused, Strict };

/// No product is taken from another multiply-add.
template<Mac mac, typename V>
[[gnu::always_inline]] inline void multiply_add(V& sum, V& factor) {
    opaque(factor);
    if (mac == Mac::Fused) {
        sum += factor * factor;
    } else {
        V product = factor * factor;
        opaque(product);
        sum += product;
    }
    opaque(sum);
}

/// Sums in registers, each with its own chain of dependences. A list rather than an array, as compilers keep
/// only named members in registers.
template<typename V, int Count>
struct Sums {
    V first{};
    Sums<V, Count - 1> rest;

    template<Mac mac>
    [[gnu::always_inline]] inline void step(V& factor) {
        multiply_add<mac>(first, factor);
        rest.template step<mac>(factor);
    }
};

template<typename V>
struct Sums<V, 0> {
    template<Mac mac>
    [[gnu::always_inline]] inline void step(V&) {}
};

template<typename V, int count, Mac mac>
void macs(std::size_t steps) {
    V factor{};
    opaque(factor);
    Sums<V, count> sums;
    for (std::size_t step = 0; step < steps; ++step) sums.template step<mac>(factor);
}

/// Adds up lanes by halves, as Halide's code does.
template<int lanes>
struct Lanes {
    typedef float Whole __attribute__((vector_size(lanes * sizeof(float))));
    typedef float Half __attribute__((vector_size(lanes * sizeof(float) / 2)));

    template<std::size_t... lane>
    [[gnu::always_inline]] static inline float sum(const Whole& vector, std::index_sequence<lane...>) {
        const Half low = __builtin_shufflevector(vector, vector, lane...);
        const Half high = __builtin_shufflevector(vector, vector, (lane + lanes / 2)...);
        return Lanes<lanes / 2>::sum(low + high);
    }
    [[gnu::always_inline]] static inline float sum(const Whole& vector) {
        return sum(vector, std::make_index_sequence<lanes / 2>());
    }
};

template<>
struct Lanes<4> {
    typedef float Whole __attribute__((vector_size(4 * sizeof(float))));

    [[gnu::always_inline]] static inline float sum(const Whole& vector) {
        const Whole two = vector + __builtin_shufflevector(vector, vector, 2, 3, 0, 1);
        return (two + __builtin_shufflevector(two, two, 1, 0, 3, 2))[0];
    }
};

void lane_sums(std::size_t steps) {
    float sums[accumulators];
    Vector vector{};
    for (std::size_t step = 0; step < steps; ++step) {
#pragma GCC unroll 12
        for (int one = 0; one < accumulators; ++one) {
            opaque(vector);
            sums[one] = Lanes<vector_bytes / sizeof(float)>::sum(vector);
        }
        asm volatile("" : : "r"(sums) : "memory");
    }
}

constexpr int block_vectors = 512 / vector_bytes;

template<int loads>
void read(const void* data, std::size_t bytes, std::size_t times) {
    for (std::size_t time = 0; time < times; ++time) {
        const Vector* from = static_cast<const Vector*>(data);
        for (const Vector* end = from + bytes / vector_bytes; from != end; from += block_vectors)
#pragma GCC unroll 32
            for (int vector = 0; vector < block_vectors; ++vector)
#pragma GCC unroll 3
                for (int load = 0; load < loads; ++load) {
                    keep(from[vector]);
                    asm volatile("" : : : "memory"); // it may have changed
                }
    }
}

void write(void* data, std::size_t bytes, std::size_t times) {
    Vector value{};
    opaque(value);
    for (std::size_t time = 0; time < times; ++time) {
        Vector* to = static_cast<Vector*>(data);
        for (Vector* end = to + bytes / vector_bytes; to != end; to += block_vectors)
#pragma GCC unroll 32
            for (int vector = 0; vector < block_vectors; ++vector) {
                to[vector] = value;
                asm volatile("" : : : "memory");
            }
    }
}

void read_runs(const void* data, std::size_t runs, std::size_t apart) {
    const char* from = static_cast<const char*>(data);
    for (std::size_t run = 0; run < runs; ++run, from += apart)
#pragma GCC unroll 12
        for (std::size_t vector = 0; vector < autoconfig::runtime::run_bytes / vector_bytes; ++vector)
            keep(reinterpret_cast<const Vector*>(from)[vector]);
}

void write_vectors(void* data, std::size_t vectors, std::size_t apart) {
    Vector value{};
    opaque(value);
    char* to = static_cast<char*>(data);
    for (std::size_t vector = 0; vector < vectors; ++vector, to += apart) {
        *reinterpret_cast<Vector*>(to) = value;
        asm volatile("" : : : "memory");
    }
}

template<std::size_t... lane>
[[gnu::always_inline]] inline Vector gathered(const char* from, std::size_t apart,
                                              std::index_sequence<lane...>) {
    return Vector{*reinterpret_cast<const float*>(from + lane * apart)...};
}

void gather(const void* data, std::size_t vectors, std::size_t apart, std::size_t times) {
    constexpr std::size_t lanes = vector_bytes / sizeof(float);
    for (std::size_t time = 0; time < times; ++time) {
        const char* from = static_cast<const char*>(data);
        for (std::size_t vector = 0; vector < vectors; ++vector, from += lanes * apart)
            keep(gathered(from, apart, std::make_index_sequence<lanes>()));
    }
}

} // namespace

#include "runtime/kernels_tile.h"
