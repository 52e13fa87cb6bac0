// Rows of register tiles whose operands lie where an experiment wants them.
#pragma once

#include "runtime/experiment.h"
#include "runtime/memory.h"

#include <algorithm>

namespace autoconfig::runtime {

constexpr std::size_t element_bytes = 4;

/// Bytes of a row of b of a tile: two vectors.
inline std::size_t row_of_b(const Bench& bench) {
    return 2 * static_cast<std::size_t>(bench.kernels.vector_bytes);
}

/// Seconds of a tile of the run.
inline double tile_seconds(const Bench& bench, const TileRun& run) {
    return bench.seconds([&] { bench.kernels.tiles(run); }) / static_cast<double>(run.tiles);
}

using Read = void (*)(const void* data, std::size_t bytes, std::size_t times);

/// Seconds a line of a stream that is read again and again from the level that holds the block.
inline double read_seconds(const Bench& bench, Read read, const Memory& block, std::size_t bytes) {
    const std::size_t times = std::max<std::size_t>((std::size_t(1) << 20) / bytes, 1);
    const double lines = static_cast<double>(bytes * times) / bench.machine.l1.line_bytes;
    return bench.seconds([&] { read(block.get(), bytes, times); }) / lines;
}
inline double stream_seconds(const Bench& bench, const Memory& block, std::size_t bytes) {
    return read_seconds(bench, bench.kernels.read, block, bytes);
}

/// The share of the shorter of two times by which both together take longer than the longer one: 0 where they
/// overlap, 1 where one follows the other.
inline double beyond_longer(double both, double one, double other) {
    return (both - std::max(one, other)) / std::min(one, other);
}

/// Bytes that a block has so that L1 holds it; L2, not L1; and L3, not L2.
inline std::size_t in_l1(const Machine& machine) { return whole_blocks(machine.l1.bytes / 2); }
inline std::size_t in_l2(const Machine& machine) {
    return whole_blocks(std::max(machine.l2.bytes / 2, 2 * machine.l1.bytes));
}
inline std::size_t in_l3(const Machine& machine) {
    return whole_blocks(std::min(machine.l3.bytes / 2, 4 * machine.l2.bytes));
}
inline bool has_l3(const Machine& machine) { return machine.l3.bytes > 2 * machine.l2.bytes; }

} // namespace autoconfig::runtime
