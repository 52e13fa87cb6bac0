// pack_overlaps.
//
// How: a tile whose panel of b is copied from rows in L3 under its own arithmetic, four rows at a time;
// against the copy alone and the tile alone over the panel that is there. The share of the shorter of the two
// by which both take longer than the longer one.
// For: whether T_pack hides under the first row of tiles or is added to it.
#include "runtime/calibrate/placed_tiles.h"

#include <algorithm>

namespace autoconfig::runtime {

std::vector<Measurement> measure_packing(const Bench& bench) {
    constexpr std::size_t steps = 256, row_bytes = page_bytes; // a row of b of a thousand columns
    if (!has_l3(bench.machine)) return {};
    const std::size_t matrix_bytes = steps * row_bytes, panel_bytes = row_of_b(bench);
    const std::size_t panels = row_bytes / panel_bytes;
    const std::size_t matrices = std::max<std::size_t>(in_l3(bench.machine) / matrix_bytes, 1);
    const Memory b = allocate(matrices * matrix_bytes), panel = allocate(steps * panel_bytes),
                 a = allocate(steps * element_bytes);
    const auto seconds = [&](void (*kernel)(const PackRun&)) {
        return bench.seconds([&] {
            for (std::size_t matrix = 0; matrix < matrices; ++matrix)
                for (std::size_t at = 0; at < panels; ++at)
                    kernel({b.get() + matrix * matrix_bytes + at * panel_bytes, row_bytes, panel.get(),
                            a.get(), steps});
        });
    };
    const Samples shares = bench.repeat(
        [&]() -> Times {
            return {seconds(bench.kernels.tile_packing), seconds(bench.kernels.only_packing),
                    seconds(bench.kernels.tile_packed)};
        },
        [](const Times& all) { return beyond_longer(all[0], all[1], all[2]); });
    return {
        flag("pack_overlaps",
             "share by which a tile takes longer when it packs its panel from L3 than the longer of the two",
             shares)};
}

} // namespace autoconfig::runtime
