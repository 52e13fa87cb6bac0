// See blocks.h.
#include "autoconfig/space/blocks.h"
#include "autoconfig/integers.h"
#include "autoconfig/machine/lines_kept.h"

#include <algorithm>

namespace autoconfig {

namespace {
int largest_divisor(std::int64_t n, int most) {
    for (int d = static_cast<int>(std::min<std::int64_t>(most, n)); d > 1; --d)
        if (n % d == 0) return d;
    return 1;
}

/// The largest MR for which n_v vectors of every accumulator, held pixel and B fit.
int rows_in_registers(int registers, int n_v, const HeldWindow& window) {
    int MR = registers / n_v - 1;
    while (MR > 0 && n_v * (MR + window.pixels(MR) + 1) > registers) --MR;
    return MR;
}

std::vector<TileShape> of_most_accumulators(const std::vector<TileShape>& tiles) {
    int most = 0;
    for (const TileShape& tile : tiles) most = std::max(most, tile.MR * tile.n_v);
    std::vector<TileShape> largest;
    for (const TileShape& tile : tiles)
        if (tile.MR * tile.n_v == most) largest.push_back(tile);
    return largest;
}
} // namespace

std::vector<int> tile_rows(std::int64_t M, int n_v, int max_rows, int registers, const HeldWindow& window) {
    const int by_registers = rows_in_registers(registers - 1, n_v, window);
    const int most = static_cast<int>(std::min<std::int64_t>({by_registers, max_rows, M}));
    if (most < 1) return {};
    std::vector<int> rows = {most};
    for (int MR : {static_cast<int>(ceil_div(M, ceil_div(M, most))), largest_divisor(M, most)})
        if (std::find(rows.begin(), rows.end(), MR) == rows.end()) rows.push_back(MR);
    return rows;
}

bool keeps_busy(int MR, int n_v, std::int64_t M, const MacRate& mac) {
    return MR * n_v >= mac.sums_to_keep_busy() || MR == M;
}

std::vector<TileShape> register_tiles(std::int64_t M, std::int64_t N, int lanes, int max_rows, int registers,
                                      const MacRate& mac, const HeldWindow& window) {
    std::vector<TileShape> tiles, below;
    const int most_vectors =
        static_cast<int>(std::max<std::int64_t>(1, std::min<std::int64_t>(8, N / lanes)));
    for (int n_v = 1; n_v <= most_vectors; ++n_v)
        for (int MR : tile_rows(M, n_v, max_rows, registers, window))
            (keeps_busy(MR, n_v, M, mac) || window.extent > 0 ? tiles : below).push_back({MR, n_v});
    return tiles.empty() ? of_most_accumulators(below) : tiles;
}

std::int64_t block_k(const Cache& l1, int MR, int NR, int element_bytes) {
    const std::int64_t ways = static_cast<std::int64_t>((l1.ways - 1) / (1.0 + static_cast<double>(MR) / NR));
    return ways <= 0 ? 0 : ways * l1.sets() * l1.line_bytes / (static_cast<std::int64_t>(NR) * element_bytes);
}

std::int64_t block_m(const Cache& l2, std::int64_t KC, int element_bytes) {
    if (l2.ways <= 2 || KC <= 0) return 0;
    return (l2.ways - 2) * l2.sets() * l2.line_bytes / (KC * element_bytes);
}

std::int64_t rows_kept(const Cache& l2, std::int64_t KC, int element_bytes, double row_stride) {
    const double lines_a_row = static_cast<double>(KC * element_bytes) / l2.line_bytes;
    const double ways = static_cast<double>(l2.ways - 2) / l2.ways;
    return static_cast<std::int64_t>(ways * lines_kept(l2, row_stride, lines_a_row) / lines_a_row);
}

std::int64_t even_block(std::int64_t n, std::int64_t most, std::int64_t unit) {
    for (std::int64_t blocks = ceil_div(n, std::max(most, unit)); blocks <= ceil_div(n, unit); ++blocks) {
        const std::int64_t block = ceil_div(ceil_div(n, blocks), unit) * unit;
        if (block <= n) return block;
    }
    return 0;
}

} // namespace autoconfig
