// Counting tiles and lines.
#include "autoconfig/model/tiling.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace autoconfig {

namespace {
constexpr std::int64_t page_bytes = 4096;
}

Tiling::Tiling(const Facts& facts, const Config& config) {
    const auto count = [](std::int64_t n, std::int64_t size) {
        return static_cast<double>(ceil_div(n, size));
    };
    tiles_m = static_cast<double>(facts.outer_rows) * count(facts.M, config.MR);
    tiles_n = static_cast<double>(facts.outer_columns) * count(facts.N, config.NR());
    if (config.strategy == Strategy::Blocked) {
        // Blocks at the edge move inwards, as whole blocks.
        const auto blocked = [&](std::int64_t n, std::int64_t block, std::int64_t tile) {
            return facts.in_place ? count(n, tile) : count(n, block) * count(block, tile);
        };
        tiles_m = static_cast<double>(facts.outer_rows) * blocked(facts.M, config.MC, config.MR);
        tiles_n = static_cast<double>(facts.outer_columns) * blocked(facts.N, config.NC, config.NR());
    }
    if (config.strategy == Strategy::Winograd)
        tiles_m =
            static_cast<double>(facts.outer_rows) * count(facts.M, config.MC) * count(config.MC, config.MR);
    products = static_cast<double>(facts.batch);
    tiles = tiles_m * tiles_n * products;
    k_steps = config.k_vectorised ? count(facts.K, config.lanes) : static_cast<double>(facts.K);
    steps = tiles * k_steps;
    steps_unrolled = static_cast<double>(facts.unrolled_steps(config.unrolled));

    const double computed = tiles * config.MR * config.NR();
    const double useful =
        static_cast<double>(facts.M * facts.outer_rows * facts.N * facts.outer_columns * facts.batch);
    waste = computed / useful - 1;
    if (config.k_vectorised) waste = (waste + 1) * k_steps * config.lanes / static_cast<double>(facts.K) - 1;

    const std::int64_t KC = std::min(config.KC, facts.K), columns = facts.vector_a ? config.NR() : 1;
    const std::int64_t all_columns = facts.vector_a ? facts.N : 1;
    const std::int64_t row_loops = facts.outer_rows / facts.row_loop;
    const auto images = static_cast<double>(row_loops);
    const bool in_blocks = config.RB > 0;
    row_blocks = in_blocks ? images * count(facts.row_loop, config.RB) : 1;
    tiles_m_block = tiles_m / row_blocks;
    if (config.strategy == Strategy::Blocked)
        a_block_bytes = facts.bytes(facts.problem.a, {config.MC, 1, columns, KC});
    else if (in_blocks)
        a_block_bytes = facts.bytes(facts.problem.a, {facts.M, config.RB, columns, KC});
    else
        a_block_bytes = images * facts.bytes(facts.problem.a, {facts.M, facts.row_loop, columns, KC});
    a_rows_bytes = in_blocks ? facts.bytes(facts.problem.a, {facts.M, config.RB, all_columns, facts.K}) : 0;
    const std::int64_t rows = std::min<std::int64_t>(config.MR, facts.M);
    a_step_bytes =
        facts.bytes(facts.problem.a, {rows, 1, columns, KC}) / static_cast<double>(KC) * config.MR / rows;
    panel_bytes = facts.bytes(facts.problem.b, {1, 1, config.NR(), KC});
}

double lines_kept(const Cache& cache, double stride_bytes, double lines_a_row) {
    const std::int64_t lines_a_page = page_bytes / cache.line_bytes;
    const std::int64_t sets_in_page = std::min(cache.sets(), lines_a_page);
    const auto stride_lines = static_cast<std::int64_t>(std::llround(stride_bytes)) / cache.line_bytes;
    const std::int64_t starts = sets_in_page / std::gcd(stride_lines, sets_in_page);
    const double sets =
        std::min(static_cast<double>(starts) * std::ceil(lines_a_row), static_cast<double>(sets_in_page));
    return sets / static_cast<double>(sets_in_page) * static_cast<double>(cache.sets()) * cache.ways;
}

} // namespace autoconfig
