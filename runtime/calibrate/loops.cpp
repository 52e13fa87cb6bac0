// loop_exit and row_loop.
//
// How: register tiles as Halide compiles them, both operands in L1, with n steps and with 2n. What is left of
// a tile when the steps are taken away, 2 T(n) - T(2n), is its moves, leaving the loop and filling the
// pipeline again; the moves go at their rate, and multiply-adds that wait for their turn hide a part, or all,
// of the rest. Pointwise rows of two Funcs in a chain, of n and 2n vectors and a half, in the same way.
// For: T_tile = tiles * loop exit, beside vectors * loads / P_ld and vectors * stores / P_st, and T_loop =
// rows * row_loop + ...
#include "runtime/experiment.h"

#include <fmt/format.h>

#include <algorithm>

namespace autoconfig::runtime {

namespace {

Measurement measure_loop_exit(const Bench& bench) {
    constexpr std::int64_t steps = 150, count = 400; // more steps than predictors remember
    const auto tile = [&](std::int64_t n) {
        return bench.seconds([&] { bench.halide.tiles(n, count); }) / count;
    };
    const double vectors = 2 * tile_rows;
    const double moves = 1 / bench.machine.loads_per_cycle + 2 / bench.machine.stores_per_cycle;
    const Samples samples = bench.repeat(
        [&]() -> Times {
            return {tile(steps), tile(2 * steps)};
        },
        [&](const Times& all) { return std::max(2 * all[0] - all[1] - vectors * moves, 0.0); });
    return number("loop_exit",
                  fmt::format("Halide's tiles of {} steps against tiles of twice as many", steps), samples,
                  2);
}

Measurement measure_row_loop(const Bench& bench) {
    constexpr std::int64_t vectors = 30, count = 2000, funcs = 2; // less than a page a row
    const std::int64_t lanes = bench.kernels.vector_bytes / 4;
    const auto row = [&](std::int64_t columns) {
        return bench.seconds([&] { bench.halide.map_rows(columns, count); }) / (funcs * count);
    };
    const Samples samples = bench.repeat(
        [&]() -> Times {
            return {row(vectors * lanes + lanes / 2), row(2 * vectors * lanes + lanes / 2)};
        },
        [](const Times& all) { return 2 * all[0] - all[1]; });
    return number("row_loop",
                  fmt::format("rows of a chain, of {} vectors and a half, against twice as many", vectors),
                  samples, 2);
}

} // namespace

std::vector<Measurement> measure_loops(const Bench& bench) {
    return {measure_loop_exit(bench), measure_row_loop(bench)};
}

} // namespace autoconfig::runtime
