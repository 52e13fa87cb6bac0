// Counting tiles and lines.
#include "autoconfig/model/tiling.h"

#include "autoconfig/space/choices.h"

#include <algorithm>
#include <cmath>

namespace autoconfig {

namespace {

/// Steps of a loop from which a window may reach beyond either end, as far as it spans in all: the padding of
/// a layer whose output is as large as its input. 0 of a loop that moves no window.
std::int64_t edge_steps(const Problem& problem, std::size_t loop) {
    std::int64_t steps = 0;
    for (const auto& dimension : problem.a.coefficient) {
        std::int64_t span = 0;
        for (std::size_t l = 0; l < problem.loops.size(); ++l)
            if (problem.loops[l].role == Role::Window)
                span += std::abs(dimension[l]) * (problem.loops[l].extent - 1);
        if (dimension[loop] != 0) steps = ceil_div(span, 2 * std::abs(dimension[loop]));
    }
    return steps;
}

/// Of an M or batch loop, so many that Halide takes for inside or at an edge together: a tile, a row, or, of
/// a loop in blocks, a whole block. Where two bound blocks are all it cuts the loop within them.
std::int64_t cut_together(const Facts& facts, const Config& config, int l) {
    if (facts.vector_a && l == facts.column) return config.NR();
    const std::int64_t RB = l == facts.blocked_row ? config.RB() : 0;
    const bool bound = facts.problem.loops[l].source == ExtentSource::Bound;
    const bool cut_within = bound && 2 * RB >= facts.problem.loops[l].extent;
    if (RB > 0 && !cut_within && !shares_rows_at_run_time(facts.problem, config)) return RB;
    return l == facts.row ? config.MR : 1;
}

/// Of a loop's steps, those whose tiles are wholly inside. Where one tile holds a bound number of rows it is
/// known which of them are, and where tiles of vectors of A divide it. [depthwise layers of 14x14 to 112x112
/// in tiles that divide their rows against the same without padding: no difference, in others up to the time
/// of all the rest; EPYC (Zen 5, family 26 model 2, 2 cores, KVM), 2026-11-28]
double share_inside(const Facts& facts, const Config& config, int l) {
    const Loop& loop = facts.problem.loops[l];
    if (loop.role != Role::M && loop.role != Role::Batch) return 1;
    const std::int64_t size = cut_together(facts, config, l), tiles = ceil_div(loop.extent, size);
    const bool known = loop.role == Role::M && (tiles == 1 || (facts.vector_a && loop.extent % size == 0));
    if (known && loop.source == ExtentSource::Bound) return 1;
    const std::int64_t edge = 2 * ceil_div(edge_steps(facts.problem, l), size);
    return static_cast<double>(std::max<std::int64_t>(tiles - edge, 0)) / static_cast<double>(tiles);
}

/// The tiles that are not wholly inside.
double share_at_edges(const Facts& facts, const Config& config) {
    double inside = 1;
    for (std::size_t l = 0; l < facts.problem.loops.size(); ++l)
        inside *= share_inside(facts, config, static_cast<int>(l));
    return 1 - inside;
}

/// Rows or products that go to the same thread every time: as many tasks as threads.
double share_of_thread(const Facts& facts, const Config& config) {
    const bool parts = config.parallel == ParallelLoop::Rows || config.parallel == ParallelLoop::Ic ||
                       config.parallel == ParallelLoop::Batch;
    return parts && config.tasks <= facts.machine.cores ? 1.0 / config.tasks : 1;
}

} // namespace

CacheBlock block_of(const Facts& facts, const Config& config) {
    const CacheBlock whole = {facts.K, facts.M, std::int64_t{config.panels()} * config.NR()};
    if (const auto* own = std::get_if<Stream>(&config.strategy)) return {own->KC, whole.MC, whole.NC};
    if (const auto* own = std::get_if<Blocked>(&config.strategy)) return {own->KC, own->MC, own->NC};
    if (const auto* own = std::get_if<Winograd>(&config.strategy)) return {whole.KC, own->MC, own->NC};
    return whole;
}

Tiling::Tiling(const Facts& facts, const Config& config) : block(block_of(facts, config)) {
    const auto count = [](std::int64_t n, std::int64_t size) {
        return static_cast<double>(ceil_div(n, size));
    };
    const auto& [KC, MC, NC] = block;
    const std::int64_t RB = config.RB();
    const bool in_blocks = RB > 0, blocks_of_tiles = in_blocks && facts.blocked_row == facts.row;
    const bool blocked = config.is<Blocked>();
    // Blocks at the edge move inwards, as whole blocks.
    const std::int64_t rows_in_tiles = blocks_of_tiles ? RB : MC;
    const std::int64_t columns_in_tiles = blocked ? NC : facts.N;
    tiles_m = static_cast<double>(facts.outer_rows) * count(facts.M, rows_in_tiles) *
              count(rows_in_tiles, config.MR);
    tiles_n = static_cast<double>(facts.outer_columns) * count(facts.N, columns_in_tiles) *
              count(columns_in_tiles, config.NR());
    products = static_cast<double>(facts.batch);
    tiles = tiles_m * tiles_n * products;
    const bool along_k = config.is<AlongK>();
    k_steps = along_k ? count(facts.K, config.lanes) : static_cast<double>(facts.K) * facts.kept;
    steps = tiles * k_steps;
    steps_unrolled = config.unrolled() > 0 ? static_cast<double>(facts.unrolled_steps(config.unrolled()))
                                           : config.chains() * config.b_rows();
    k_blocks = count(facts.K, KC);
    n_blocks = blocked ? count(facts.N, NC) : 1;

    const double computed = tiles * config.MR * config.NR();
    waste = computed / facts.problem.result_elements() - 1;
    if (along_k) waste = (waste + 1) * k_steps * config.lanes / static_cast<double>(facts.K) - 1;

    share = share_of_thread(facts, config);
    const std::int64_t columns = facts.vector_a ? config.NR() : 1;
    const std::int64_t images = facts.outer_rows / facts.row_loop;
    row_blocks = in_blocks ? static_cast<double>(images * ceil_div(facts.blocked_rows, RB)) : 1;
    tiles_m_block = config.jc_in_ir() ? 1 : tiles_m / row_blocks;
    Facts::Box of_a = {blocks_of_tiles ? RB : MC, facts.row_loop, columns, KC};
    if (in_blocks) of_a.outer_rows = blocks_of_tiles ? 1 : RB;
    a_block_bytes = static_cast<double>(in_blocks ? 1 : images) * facts.bytes(facts.problem.a, of_a);
    of_a.columns = facts.vector_a ? facts.N : 1;
    a_rows_bytes = in_blocks ? static_cast<double>(facts.groups) * facts.bytes(facts.problem.a, of_a) : 0;
    const std::int64_t rows = std::min<std::int64_t>(config.MR, facts.M);
    a_step_bytes =
        facts.bytes(facts.problem.a, {rows, 1, columns, KC}) / static_cast<double>(KC) * config.MR / rows;
    edge_share = share_at_edges(facts, config);
    cut_vectors = facts.vector_a ? 1 - share_inside(facts, config, facts.column) : 0;
    panel_bytes = facts.bytes(facts.problem.b, {1, 1, std::int64_t{config.panels()} * config.NR(), KC});
}

} // namespace autoconfig
