// row_start.
//
// How: tiles that read rows of a from L2, short rows and rows twice as long, against the same rows in L1: of
// what a row takes longer, the part that does not grow with its lines.
// For: T_start = tiles * rows * row_start.
#include "runtime/calibrate/placed_tiles.h"

#include <fmt/format.h>

#include <algorithm>

namespace autoconfig::runtime {

namespace {

Measurement measure_row_start(const Bench& bench) {
    constexpr std::size_t row_bytes = 1024 + 64; // not all on the same sets
    const std::size_t panel_steps = static_cast<std::size_t>(bench.machine.l1.bytes) / 4 / row_of_b(bench);
    const std::size_t steps = std::min<std::size_t>(panel_steps, 1024 / element_bytes) / 2;
    const std::size_t tiles =
        2 * in_l2(bench.machine) / (tile_rows * row_bytes); // the short rows, too, pass L1 by
    const Memory a = allocate((tiles + 1) * tile_rows * row_bytes), b = allocate(2 * steps * row_of_b(bench));
    const auto tile = [&](std::size_t count, bool one) {
        TileRun run;
        run.a = a.get();
        run.a_row = row_bytes;
        run.a_tile = one ? 0 : tile_rows * row_bytes;
        run.b = b.get();
        run.b_step = row_of_b(bench);
        run.steps = count;
        run.tiles = tiles * steps / count; // the same lines in all
        return tile_seconds(bench, run) / tile_rows;
    };
    const Samples samples = bench.repeat(
        [&]() -> Times {
            return {tile(steps, false), tile(steps, true), tile(2 * steps, false), tile(2 * steps, true)};
        },
        [](const Times& all) { return std::max(2 * (all[0] - all[1]) - (all[2] - all[3]), 0.0); });
    return number("row_start",
                  fmt::format("tiles of {} rows from L2 against L1, of {} and of {} steps", tile_rows, steps,
                              2 * steps),
                  samples, 1);
}

} // namespace

std::vector<Measurement> measure_starts(const Bench& bench) { return {measure_row_start(bench)}; }

} // namespace autoconfig::runtime
