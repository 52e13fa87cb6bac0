// The register tile of a product, as schedules make it, over the vectors of kernels_body.h: with operands
// that the caller places, and with its panel of b packed under the arithmetic.
#pragma once

namespace {

/// Accumulators of some rows of the tile.
template<int Rows>
struct Tile {
    Vector first{}, second{};
    Tile<Rows - 1> rest;

    [[gnu::always_inline]] inline void step(const char* a, std::size_t a_row, const Vector& b_first,
                                            const Vector& b_second) {
        const Vector element = *reinterpret_cast<const float*>(a) - Vector{};
        first += element * b_first;
        opaque(first);
        second += element * b_second;
        opaque(second);
        rest.step(a + a_row, a_row, b_first, b_second);
    }
};

template<>
struct Tile<0> {
    void step(const char*, std::size_t, const Vector&, const Vector&) {}
};

using WholeTile = Tile<autoconfig::runtime::tile_rows>;

[[gnu::always_inline]] inline Vector load(const char* from) {
    Vector vector = *reinterpret_cast<const Vector*>(from);
    opaque(vector);
    return vector;
}

void tiles(const autoconfig::runtime::TileRun& run) {
    const char *a_tile = run.a, *b_tile = run.b;
    for (std::size_t tile = 0; tile < run.tiles; ++tile, a_tile += run.a_tile, b_tile += run.b_tile) {
        WholeTile sums;
        const char *a = a_tile, *b = b_tile;
        for (std::size_t step = 0; step < run.steps; ++step, a += run.a_step, b += run.b_step)
            sums.step(a, run.a_row, load(b), load(b + vector_bytes));
    }
}

enum class Packing { Beside, Alone, Before };

template<Packing packing>
void tile_of_panel(const autoconfig::runtime::PackRun& run) {
    constexpr int rows = autoconfig::runtime::packed_at_once, row_bytes = 2 * vector_bytes;
    WholeTile sums;
    const char *from = run.from, *a = run.a;
    char* panel = run.panel;
    for (std::size_t step = 0; step < run.steps; step += rows, panel += rows * row_bytes) {
        if (packing != Packing::Before)
#pragma GCC unroll 4
            for (int row = 0; row < rows; ++row, from += run.from_row) {
                *reinterpret_cast<Vector*>(panel + row * row_bytes) = load(from);
                *reinterpret_cast<Vector*>(panel + row * row_bytes + vector_bytes) =
                    load(from + vector_bytes);
            }
        asm volatile("" : : : "memory");
        if (packing != Packing::Alone)
#pragma GCC unroll 4
            for (int row = 0; row < rows; ++row, a += sizeof(float))
                sums.step(a, 0, load(panel + row * row_bytes), load(panel + row * row_bytes + vector_bytes));
    }
}

constexpr autoconfig::runtime::Kernels kernels(const char* serves, bool (*runs_here)()) {
    return {serves,
            runs_here,
            vector_bytes,
            accumulators,
            macs<Vector, accumulators, Mac::Fused>,
            macs<Doubles, accumulators, Mac::Fused>,
            macs<Vector, accumulators, Mac::Strict>,
            macs<Doubles, accumulators, Mac::Strict>,
            macs<Vector, 1, Mac::Fused>,
            macs<Doubles, 1, Mac::Fused>,
            macs<Vector, 1, Mac::Strict>,
            macs<Doubles, 1, Mac::Strict>,
            lane_sums,
            read<1>,
            read<3>,
            write,
            read_runs,
            write_vectors,
            gather,
            tiles,
            tile_of_panel<Packing::Beside>,
            tile_of_panel<Packing::Alone>,
            tile_of_panel<Packing::Before>};
}

} // namespace
