// l1_l2_overlaps, l1_l2_exposed, l2_l3_overlaps and l3_stream: what loads and arithmetic hide of transfers.
//
// How: read streams from L2 that load each vector once and three times, and one from L1: 0 where three times
// takes as long as so many loads from L1, 1 where it takes two times longer than once. A row of register
// tiles over panels of b in L1, the same over panels in L2, and in L3; beside them the read stream from
// there. From L2, the share of the stream's cycles by which tiles take longer. From L3, the share of the
// shorter of arithmetic and stream by which tiles take longer than the longer of the two: 0 where they
// overlap, 1 where one follows the other. Then tiles whose rows of a come from L3. For: whether the overlap
// policy takes load + L1L2 or the longer of the two; the share that it adds to max(fma, load + L1L2, store);
// which of the two policies the machine has; T_L2L3 = lines of A * l3_stream, fetched ahead.
#include "runtime/calibrate/placed_tiles.h"

#include <fmt/format.h>

#include <algorithm>

namespace autoconfig::runtime {

namespace {

constexpr std::size_t panel_steps = 128;

/// Over panels that follow each other in a block, or over the first of them again and again.
struct Panels {
    const Bench& bench;
    const Memory a = allocate(panel_steps * element_bytes);
    std::size_t panel_bytes = panel_steps * row_of_b(bench);

    double seconds(const Memory& block, std::size_t bytes, bool one) const {
        TileRun run;
        run.a = a.get();
        run.b = block.get();
        run.b_step = row_of_b(bench);
        run.b_tile = one ? 0 : panel_bytes;
        run.steps = panel_steps;
        run.tiles = bytes / panel_bytes;
        return tile_seconds(bench, run);
    }
    /// Of a tile over panels in the block, of one over the first again and again, and of the stream of a
    /// panel's lines from there.
    Times times(const Memory& block, std::size_t bytes) const {
        const double lines = static_cast<double>(panel_bytes) / bench.machine.l1.line_bytes;
        return {seconds(block, bytes, false), seconds(block, bytes, true),
                lines * stream_seconds(bench, block, bytes)};
    }
};

/// Where lines come between loads, those that find their line in L1 all come on top of the stream.
Measurement measure_beside_loads(const Bench& bench) {
    const std::size_t far = in_l2(bench.machine), near = in_l1(bench.machine);
    const Memory far_block = allocate(far), near_block = allocate(near);
    const Samples shares = bench.repeat(
        [&]() -> Times {
            return {stream_seconds(bench, far_block, far),
                    read_seconds(bench, bench.kernels.read_thrice, far_block, far),
                    stream_seconds(bench, near_block, near)};
        },
        [](const Times& all) {
            const double once = all[0], loads = all[2], beside = std::max(once, 3 * loads);
            return (all[1] - beside) / (once + 2 * loads - beside);
        });
    return flag("l1_l2_overlaps",
                "share of further loads of each line by which a stream from L2 takes longer", shares);
}

void add_from_l2(std::vector<Measurement>& all, const Bench& bench) {
    const Panels panels{bench};
    const std::size_t bytes = in_l2(bench.machine);
    const Memory block = allocate(bytes);
    const Samples shares = bench.repeat([&] { return panels.times(block, bytes); },
                                        [](const Times& all) { return (all[0] - all[1]) / all[2]; });
    const std::string how = "share of transfers that tiles take longer with panels in L2 than in L1";
    all.push_back(number("l1_l2_exposed", how, shares, 0.1));
}

Measurement measure_beyond_l2(const Bench& bench) {
    const Panels panels{bench};
    const std::size_t bytes = in_l3(bench.machine);
    const Memory block = allocate(bytes);
    const Samples shares =
        bench.repeat([&] { return panels.times(block, bytes); },
                     [](const Times& all) { return beyond_longer(all[0], all[1], all[2]); });
    return flag("l2_l3_overlaps",
                "share by which tiles with panels in L3 take longer than the longer of "
                "arithmetic and stream",
                shares);
}

/// The pace of rows of a that come from L3 as fast as tiles can use them, or, where these do not wait, of the
/// read stream.
Measurement measure_l3_stream(const Bench& bench) {
    TileRun run;
    run.a_step = 4 * element_bytes; // few multiply-adds a line
    run.steps = 512;
    run.a_row = run.steps * run.a_step + 64; // not all on the same sets
    const std::size_t tile_bytes = tile_rows * run.a_row;
    run.tiles = in_l3(bench.machine) / tile_bytes;
    const std::size_t bytes = run.tiles * tile_bytes, whole = whole_blocks(static_cast<std::int64_t>(bytes));
    const Memory a = allocate(bytes), b = allocate(row_of_b(bench));
    run.a = a.get();
    run.b = b.get();
    const double lines =
        static_cast<double>(tile_rows * run.steps * run.a_step) / bench.machine.l1.line_bytes;
    constexpr double waits = 1.05;
    const auto seconds = [&](std::size_t apart) {
        run.a_tile = apart;
        return tile_seconds(bench, run) / lines;
    };
    const Samples paces = bench.repeat(
        [&]() -> Times {
            return {seconds(0), seconds(tile_bytes), stream_seconds(bench, a, whole)};
        },
        [](const Times& all) { return all[1] > waits * all[0] ? all[1] : all[2]; });
    return number("l3_stream", "tiles whose rows of a come from L3; where they do not wait, the read stream",
                  paces, 0.5);
}

} // namespace

std::vector<Measurement> measure_overlaps(const Bench& bench) {
    std::vector<Measurement> all{measure_beside_loads(bench)};
    add_from_l2(all, bench);
    if (has_l3(bench.machine)) {
        all.push_back(measure_beyond_l2(bench));
        all.push_back(measure_l3_stream(bench));
    }
    return all;
}

} // namespace autoconfig::runtime
