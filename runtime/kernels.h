// The loops that the experiments time. Each set is compiled for one vector instruction set; see
// kernels_body.h and kernels_tile.h.
#pragma once

#include <cstddef>

namespace autoconfig::runtime {

/// A row of register tiles, each of `tile_rows` rows by two vectors of f32: what schedules make of a product.
/// Every step loads two vectors of b and an element of each row of a.
struct TileRun {
    const char* a = nullptr;
    std::size_t a_step = 4, a_row = 0, a_tile = 0; // bytes from step to step, row to row, tile to tile
    const char* b = nullptr;
    std::size_t b_step = 0, b_tile = 0;
    std::size_t steps = 0, tiles = 1;
};

/// Panels of b that are packed under the arithmetic of a row of tiles, `packed_at_once` rows at a time.
struct PackRun {
    const char* from;
    std::size_t from_row;
    char* panel; // rows of two vectors follow each other
    const char* a;
    std::size_t steps; // a multiple of packed_at_once
};

constexpr int tile_rows = 6, packed_at_once = 4;
constexpr std::size_t run_bytes = 192;

struct Kernels {
    const char* serves;  // built-in machine whose code these stand for, it or what is based on it
    bool (*runs_here)(); // does this CPU have the instructions?
    int vector_bytes;
    int accumulators; // independent vectors in one step of the next six, and vectors in one of lane_sums

    /// Steps of vector multiply-accumulates, fused where the instruction set can, or kept apart.
    void (*macs_f32)(std::size_t steps);
    void (*macs_f64)(std::size_t steps);
    void (*macs_f32_strict)(std::size_t steps);
    void (*macs_f64_strict)(std::size_t steps);
    /// The same, of a single vector.
    void (*chain_f32)(std::size_t steps);
    void (*chain_f64)(std::size_t steps);
    void (*chain_f32_strict)(std::size_t steps);
    void (*chain_f64_strict)(std::size_t steps);
    /// Steps of adding up the lanes of that many vectors, each into a float in memory.
    void (*lane_sums)(std::size_t steps);

    /// Loads, or stores to, all of `bytes`, a multiple of 512, `times` over.
    void (*read)(const void* data, std::size_t bytes, std::size_t times);
    void (*read_thrice)(const void* data, std::size_t bytes, std::size_t times); // each vector, on the spot
    void (*write)(void* data, std::size_t bytes, std::size_t times);
    /// Loads runs of `run_bytes`, `apart` bytes from one to the next.
    void (*read_runs)(const void* data, std::size_t runs, std::size_t apart);
    /// Stores a vector each, `apart` bytes from one to the next.
    void (*write_vectors)(void* data, std::size_t vectors, std::size_t apart);
    /// Loads so many vectors lane by lane, floats that lie `apart` bytes from one to the next, `times` over.
    void (*gather)(const void* data, std::size_t vectors, std::size_t apart, std::size_t times);

    /// A row of tiles, without storing what it comes to.
    void (*tiles)(const TileRun& run);
    /// The same arithmetic beside packing; packing alone; the arithmetic alone.
    void (*tile_packing)(const PackRun& run);
    void (*only_packing)(const PackRun& run);
    void (*tile_packed)(const PackRun& run);
};

extern const Kernels kernels_avx512, kernels_avx2, kernels_avx, kernels_portable;

} // namespace autoconfig::runtime
