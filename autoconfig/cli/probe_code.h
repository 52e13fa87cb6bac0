// Code that Halide makes of a register tile and of pointwise rows, for the probe to time: what leaving and
// entering such loops takes is as much the compiler's as the CPU's.
#pragma once

#include <cstdint>
#include <functional>

namespace autoconfig::cli {

struct ProbeCode {
    /// So many register tiles of 6 rows by two vectors of f32, one below the other, with so many steps each;
    /// operands and result in L1.
    std::function<void(std::int64_t steps, std::int64_t tiles)> tiles;
    /// So many rows of so many f32, from and to the same place in L1, by two Funcs in a chain, the first
    /// computed row by row of the second.
    std::function<void(std::int64_t columns, std::int64_t rows)> map_rows;
};

/// Compiled for this machine.
ProbeCode compile_probe_code();

} // namespace autoconfig::cli
