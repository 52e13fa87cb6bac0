// Enumeration of the space: strategies x register tiles x packing x cache blocks x parallel loop.
#include "autoconfig/space/space.h"

#include "autoconfig/space/chains.h"
#include "autoconfig/space/facts.h"
#include "autoconfig/space/loops.h"
#include "autoconfig/space/streams.h"
#include "autoconfig/space/strided.h"
#include "autoconfig/space/winograd.h"

#include <algorithm>
#include <set>

namespace autoconfig {

namespace {

void add_packing_variants(std::vector<Config>& configs, Config config, const Facts& facts) {
    for (bool pack_b : {false, true}) {
        if (pack_b && config.NR() == facts.b_panel) continue; // it is
        if (pack_b ? !facts.b_wrappable : facts.b_wants_packing && facts.b_wrappable) continue;
        if (pack_b && config.RB > 0 && facts.outer_row >= 0 && !facts.b_wants_packing)
            continue; // once a block of rows, for nothing
        config.pack_b = pack_b;
        add_parallel_variants(configs, config, facts);
    }
}

constexpr double most_unrolled = 512; // vector instructions of an unrolled iteration: some 4 KB of code

/// A window along the rows of a broadcast a: unrolled, its steps share pixels, which the compiler then keeps
/// from one to the other beside the accumulators, beyond the registers there are. [seen: conv 3x3 stride 2
/// 224x224 3->32 f32, tile 14x2, 98 of 116 vector moves for 252 multiply-adds are spills]
bool slides_over_rows(const Facts& facts, int loop) {
    if (facts.vector_a || facts.row < 0 || facts.problem.loops[loop].role != Role::Window) return false;
    const auto& dimensions = facts.problem.a.coefficient;
    return std::any_of(dimensions.begin(), dimensions.end(), [&](const auto& dimension) {
        return dimension[loop] != 0 && dimension[facts.row] != 0;
    });
}

/// Are columns of the operand strided vectors (strided.h)?
bool is_strided(const Facts& facts, const Operand& operand) {
    const int columns = facts.problem.columns(), dimension = operand.dimension_of(columns);
    return dimension >= 0 &&
           is_strided_step(std::abs(static_cast<double>(operand.coefficient[dimension][columns])));
}

/// The outermost reduction loop of several steps, by its place in k_loops, or -1.
int outermost_of_several_steps(const Facts& facts) {
    int loop = static_cast<int>(facts.k_loops.size()) - 1;
    while (loop >= 0 && facts.problem.loops[facts.k_loops[loop]].extent == 1) --loop;
    return loop;
}

/// Short reduction loops within others: their iterations cost more to count than to do. A clipped window's
/// loops stay loops, as these are what is cut short; so does one that moves strided vectors of a copy.
int unrolled_loops(const Facts& facts, const Config& config) {
    if (facts.problem.clipped) return 0;
    int loops = 0;
    const bool strided = is_strided(facts, facts.problem.b) ||
                         (facts.vector_a && config.pack_a && is_strided(facts, facts.problem.a));
    const int all =
        strided ? std::max(0, outermost_of_several_steps(facts)) : static_cast<int>(facts.k_loops.size());
    const double operands =
        (config.pack_a ? 0 : facts.problem.a.interior_ops_per_element) + facts.problem.b.ops_per_element;
    const double a_step = config.MR * config.n_v * (1 + operands);
    const auto fits = [&](int next) {
        return !slides_over_rows(facts, facts.k_loops[next]) &&
               facts.problem.loops[facts.k_loops[next]].source == ExtentSource::Bound &&
               static_cast<double>(facts.unrolled_steps(next + 1)) * a_step <= most_unrolled;
    };
    while (facts.k_loops.size() > 1 && loops < all && fits(loops)) ++loops;
    return loops;
}

/// Tiles of the rows that a clipped window is tested for together.
std::vector<RegisterTile> clipped_tiles(const Facts& facts, int rows) {
    std::vector<RegisterTile> tiles;
    for (int n_v = 1;
         std::int64_t{n_v} * facts.lanes <= facts.N && rows * n_v + n_v + 1 <= facts.machine.registers; ++n_v)
        tiles.push_back({rows, n_v});
    return tiles;
}

/// Of as many rows as registers hold; where L1 keeps no line of each of so many, of fewer, too few to keep
/// busy among them: they run in chains. [packed 1x1, 28x28 512->16: tiles 28x1 160 GFLOP/s, 19x1 200; EPYC
/// (Zen 5, family 26 model 2, 2 cores, KVM), 2026-11-22]
std::vector<RegisterTile> unclipped_tiles(const Facts& facts) {
    std::vector<RegisterTile> tiles = register_tiles(facts.M, facts.N_filled, facts.lanes, facts.max_rows,
                                                     facts.machine, facts.mac, facts.window);
    const bool kept = std::any_of(tiles.begin(), tiles.end(),
                                  [&](const RegisterTile& tile) { return tile.MR <= facts.rows_in_l1; });
    for (int n_v = 1; !kept && std::int64_t{n_v} * facts.lanes <= facts.N_filled; ++n_v)
        for (int MR : tile_rows(facts.M, n_v, facts.rows_in_l1, facts.machine, facts.window))
            tiles.push_back({MR, n_v});
    return tiles;
}

/// Those that a clipped window leaves, as wide as the panels that B lies in, where some are.
std::vector<RegisterTile> tiles_of(const Facts& facts) {
    const int rows = facts.problem.clipped ? facts.problem.clipped->tile : 0;
    const std::vector<RegisterTile> all = rows > 0 ? clipped_tiles(facts, rows) : unclipped_tiles(facts);
    std::vector<RegisterTile> as_panels;
    for (const RegisterTile& tile : all)
        if (std::int64_t{tile.n_v} * facts.lanes == facts.b_panel) as_panels.push_back(tile);
    if (as_panels.empty() && facts.N_filled > facts.N) { // too few accumulators to keep busy, but no other
        const int n_v = static_cast<int>(facts.b_panel / facts.lanes);
        as_panels.push_back({tile_rows(facts.M, n_v, facts.max_rows, facts.machine).front(), n_v});
    }
    return as_panels.empty() ? all : as_panels;
}

/// Several panels packed together, as many as half of L2 holds, where a does not stay there from one
/// panel to the next: it then comes once for all of them. For one thread: shared,
/// they are few tasks for cores that are not equally fast. [1024^3 f32 on 2 threads: .92 of oneDNN's speed
/// panel by panel, .78 in blocks; reference machine (Xeon, Emerald Rapids, model 207, 2 cores, KVM),
/// 2026-11-22]
void add_blocks_of_panels(std::vector<Config>& configs, Config config, const Facts& facts) {
    if (facts.machine.cores > 1) return;
    const bool one_loop_each = facts.outer_rows == 1 && facts.outer_columns == 1 && facts.one_k_loop;
    if (!one_loop_each || facts.vector_a || !facts.b_wrappable || !facts.b_contiguous_in_n ||
        !facts.problem.sizes_are_bound())
        return;
    const std::int64_t panels = ceil_div(facts.N, config.NR()), L2 = facts.machine.l2.bytes;
    const std::int64_t panel = config.NR() * facts.K * facts.b_bytes;
    if (facts.a_total_bytes + static_cast<double>(panel) <= static_cast<double>(L2)) return;
    config.pack_b = true;
    for (std::int64_t together : {2, 4}) {
        config.NC = together * config.NR();
        if (together < panels && 2 * together * panel <= L2) configs.push_back(config);
    }
}

/// All panels for each tile of rows where each has its part of a and b is read in place: row by row, or an
/// equal share of rows for each core; rows are copied in such shares only.
void add_panels_in_rows(std::vector<Config>& configs, Config config, const Facts& facts) {
    if (!facts.part_of_a_a_panel || facts.b_wants_packing || facts.row_loop == 1) return;
    config.jc_in_ir = true;
    for (std::int64_t RB : std::set<std::int64_t>{1, ceil_div(facts.row_loop, facts.machine.cores)}) {
        if (config.pack_a && RB == 1) continue;
        config.RB = RB;
        add_parallel_variants(configs, config, facts);
    }
}

void add_register_tiles(Space& space, const Facts& facts, const std::vector<RegisterTile>& tiles) {
    for (const RegisterTile& tile : tiles) {
        Config config;
        config.strategy = Strategy::RegisterTile;
        config.MR = tile.MR;
        config.n_v = tile.n_v;
        config.lanes = facts.lanes;
        config.KC = facts.K;
        config.MC = facts.M;
        config.NC = config.NR();
        config.fills_panels = facts.N_filled > facts.N;
        for (bool pack_a : {false, true}) {
            if (pack_a ? !facts.a_wants_copy : facts.a_wants_copy && !facts.a_free_inside) continue;
            config.pack_a = pack_a;
            config.unrolled = unrolled_loops(facts, config);
            for (std::int64_t RB : row_blocks(facts, config.MR)) {
                config.RB = RB;
                add_packing_variants(space.configs, config, facts);
                add_blocks_of_panels(space.configs, config, facts);
                add_chains(space.configs, config, facts);
            }
            if (!pack_a || facts.groups > 1) add_panels_in_rows(space.configs, config, facts);
        }
    }
}

/// Columns of a block of the result: together with the A block it leaves half of L2 to B panels.
std::int64_t block_n(const Facts& facts, const Config& config) {
    const std::int64_t half = facts.machine.l2.bytes / 2 - config.MC * config.KC * facts.a_bytes;
    return std::max<std::int64_t>(half / (config.MC * facts.acc_bytes), config.NR());
}

/// Where a block of the result holds all rows: the most K for which a panel of B and that block leave half of
/// L2 to the rows of A that pass by.
std::int64_t block_k_of_all_rows(const Facts& facts, const Config& config) {
    const std::int64_t block = facts.M * facts.outer_rows * config.NR() * facts.acc_bytes;
    return (facts.machine.l2.bytes / 2 - block) / (static_cast<std::int64_t>(config.NR()) * facts.b_bytes);
}

void add_blocked(Space& space, const Facts& facts, const std::vector<RegisterTile>& tiles) {
    if (facts.problem.innermost(Role::K) < 0) {
        space.refused.emplace_back("blocked", "no reduced loop but windows: nothing to block");
        return;
    }
    std::string why = "K fits one block";
    for (const RegisterTile& tile : tiles) {
        Config config;
        config.strategy = Strategy::Blocked;
        config.MR = tile.MR;
        config.n_v = tile.n_v;
        config.lanes = facts.lanes;
        const std::int64_t in_l1 = block_k(facts.machine.l1, config.MR, config.NR(), facts.b_bytes);
        if (in_l1 == 0) why = "L1 has no way to spare for a B panel";
        const bool all_rows = facts.outer_rows > 1;
        for (std::int64_t most : {all_rows ? block_k_of_all_rows(facts, config) : in_l1, 2 * in_l1}) {
            if (most < 1 || facts.K <= most) continue;
            config.KC = even_block(facts.K, most, facts.k_block_unit);
            if (config.KC == 0 || config.KC >= facts.K) continue;
            config.MC =
                all_rows
                    ? facts.M
                    : even_block(facts.M, block_m(facts.machine.l2, 2 * config.KC, facts.a_bytes), config.MR);
            if (config.MC == 0) continue;
            config.NC = all_rows ? config.NR() : even_block(facts.N, block_n(facts, config), config.NR());
            if (config.NC == 0) continue;
            config.pack_a = all_rows && facts.a_wants_copy;
            add_packing_variants(space.configs, config, facts);
        }
    }
    const bool any = std::any_of(space.configs.begin(), space.configs.end(),
                                 [](const Config& config) { return config.strategy == Strategy::Blocked; });
    if (!any) space.refused.emplace_back("blocked", why);
}

/// Lines of a panel packed at a time: what L1 can wait for at once (Intel 64 and IA-32 Architectures
/// Optimization Reference Manual, Golden Cove: 16 fill buffers), at least `fewest_rows` of it, so that asking
/// whether this is the first row of tiles costs little.
constexpr int lines_in_flight = 16, fewest_rows = 4;

/// A panel is packed by the first row of tiles, under its arithmetic, where one loop runs over rows of tiles,
/// in order, and all extents are known. Columns of a transposed panel are read in longer runs than that.
int k_pack(const Facts& facts, const Config& config) {
    const bool ordered = facts.outer_rows == 1 && config.parallel != ParallelLoop::Ic;
    const bool known = facts.problem.sizes_are_bound() && facts.k_is_bound;
    const bool applies = config.pack_b && config.panels() == 1 && !config.k_vectorised &&
                         facts.b_contiguous_in_n && !facts.vector_a && facts.one_k_loop;
    if (!applies || !ordered || !known) return 0;
    const std::int64_t row_bytes = std::int64_t{config.NR()} * facts.b_bytes;
    const std::int64_t lines_a_row = ceil_div(row_bytes, facts.machine.l1.line_bytes);
    std::int64_t rows = fewest_rows;
    while (2 * rows * lines_a_row <= lines_in_flight) rows *= 2;
    return static_cast<int>(rows);
}

void remove_repeats(std::vector<Config>& configs) {
    std::sort(configs.begin(), configs.end(),
              [](const Config& a, const Config& b) { return a.key() < b.key(); });
    configs.erase(std::unique(configs.begin(), configs.end(),
                              [](const Config& a, const Config& b) { return a.key() == b.key(); }),
                  configs.end());
}

} // namespace

Space enumerate(const Problem& problem, const Machine& machine) {
    Space space;
    if (problem.columns() < 0) {
        space.refused.emplace_back("all", "no loop to vectorise outside the reduction");
        return space;
    }
    if (problem.transforms) {
        space = enumerate_winograd(problem, machine);
        if (!space.configs.empty()) return space;
    }
    const Facts facts(problem, machine);
    const std::vector<RegisterTile> tiles = tiles_of(facts);
    if (facts.b_wants_packing && !facts.b_wrappable)
        space.refused.emplace_back("register_tile, blocked",
                                   "packed B: B is not read through a Func of its own, "
                                   "so it is read where it lies");
    add_register_tiles(space, facts, tiles);
    if (facts.groups > 1) {
        space.refused.emplace_back("stream, blocked", "channels in groups: sums are short");
        remove_repeats(space.configs);
        return space;
    }
    if (facts.N_filled > facts.N)
        space.refused.emplace_back("blocked", "the last panel of B is filled up beyond n");
    else
        add_blocked(space, facts, tiles);
    if (problem.clipped) {
        space.refused.emplace_back("stream", "a clipped window: its loops run around register tiles");
    } else if (facts.b_panel > 0) {
        space.refused.emplace_back("stream", "B lies in panels: register tiles are as wide");
    } else {
        add_streams(space, facts);
    }
    for (Config& config : space.configs) config.k_pack = k_pack(facts, config);
    remove_repeats(space.configs);
    return space;
}

} // namespace autoconfig
