// The parts of a Halide runtime, and code that Halide makes, that the probe measures; handed in by who is
// linked with Halide.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace autoconfig::runtime {

/// halide_do_par_for.
using ParallelFor = int (*)(void* user_context, int (*task)(void* user_context, int i, std::uint8_t* closure),
                            int min, int size, std::uint8_t* closure);

struct HalideRuntime {
    ParallelFor parallel_for;
    void* (*allocate)(void* user_context, std::size_t bytes); // halide_malloc
    void (*release)(void* user_context, void* memory);        // halide_free
    void (*call)();                                           // a pipeline of one element in four buffers

    /// So many register tiles of tile_rows by two vectors of f32 with so many steps each, stored and copied;
    /// operands and result in L1.
    std::function<void(std::int64_t steps, std::int64_t tiles)> tiles;
    /// So many rows of so many f32, from and to the same place in L1, by two Funcs in a chain, the first
    /// computed row by row of the second.
    std::function<void(std::int64_t columns, std::int64_t rows)> map_rows;
};

} // namespace autoconfig::runtime
