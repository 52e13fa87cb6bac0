// register_tile: register tiles x copies x blocks of rows x panels packed together or chains x parallel loop.
#include "autoconfig/space/choices.h"
#include "autoconfig/strided.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace autoconfig {

namespace {

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

/// Do the lanes of a vector of A lie further apart than shuffles bring together?
bool gathers_a(const Facts& facts) {
    const auto step = static_cast<double>(std::abs(facts.problem.a.step(facts.column)));
    return facts.vector_a && step > 1 && !is_strided_step(step);
}

/// The outermost reduction loop of several steps, by its place in k_loops, or -1.
int outermost_of_several_steps(const Facts& facts) {
    int loop = static_cast<int>(facts.k_loops.size()) - 1;
    while (loop >= 0 && facts.problem.loops[facts.k_loops[loop]].extent == 1) --loop;
    return loop;
}

/// Short reduction loops within others: their iterations cost more to count than to do. A clipped window's
/// loops stay loops, as these are what is cut short; so does one that moves strided vectors of a copy.
int unrolled_loops(const Facts& facts, const TileShape& tile, bool pack_a) {
    if (facts.problem.clips()) return 0;
    int loops = 0;
    const bool strided = is_strided(facts, facts.problem.b) ||
                         (facts.vector_a && pack_a && is_strided(facts, facts.problem.a));
    const int all =
        strided ? std::max(0, outermost_of_several_steps(facts)) : static_cast<int>(facts.k_loops.size());
    const double operands =
        (pack_a ? 0 : facts.problem.a.interior_ops_per_element) + facts.problem.b.ops_per_element;
    const double a_step = tile.MR * tile.n_v * (facts.instructions + operands);
    const auto fits = [&](int next) {
        return !slides_over_rows(facts, facts.k_loops[next]) &&
               facts.problem.loops[facts.k_loops[next]].source == ExtentSource::Bound &&
               static_cast<double>(facts.unrolled_steps(next + 1)) * a_step <= most_unrolled;
    };
    while (facts.k_loops.size() > 1 && loops < all && fits(loops)) ++loops;
    return loops;
}

using Ways = std::vector<RegisterTile>;

/// Several panels packed together, as many as half of L2 holds, where a does not stay there from one
/// panel to the next: it then comes once for all of them. For one thread: shared,
/// they are few tasks for cores that are not equally fast. [1024^3 f32 on 2 threads: .92 of oneDNN's speed
/// panel by panel, .78 in blocks; reference machine (Xeon, Emerald Rapids, model 207, 2 cores, KVM),
/// 2026-11-22]
void add_blocks_of_panels(Ways& ways, RegisterTile tile, int NR, const Facts& facts) {
    if (facts.machine.cores > 1) return;
    const bool one_loop_each = facts.outer_rows == 1 && facts.outer_columns == 1 && facts.one_k_loop;
    if (!one_loop_each || facts.vector_a || !facts.b_wrappable || !facts.b_contiguous_in_n ||
        !facts.problem.sizes_are_bound())
        return;
    const std::int64_t panels = ceil_div(facts.N, NR), L2 = facts.machine.l2.bytes;
    const std::int64_t panel = NR * facts.K * facts.b_bytes;
    if (facts.a_total_bytes + static_cast<double>(panel) <= static_cast<double>(L2)) return;
    tile.pack_b = true;
    for (int together : {2, 4}) {
        tile.panels = together;
        if (together < panels && 2 * panel * together <= L2) ways.push_back(tile);
    }
}

/// All panels for each tile of rows where each has its part of a and b is read in place: row by row, or an
/// equal share of rows for each core; rows are copied in such shares only.
void add_panels_in_rows(Ways& ways, RegisterTile tile, const Facts& facts) {
    if (!facts.part_of_a_a_panel || facts.b_wants_packing || facts.row_loop == 1) return;
    tile.jc_in_ir = true;
    for (std::int64_t RB : std::set<std::int64_t>{1, ceil_div(facts.row_loop, facts.machine.cores)}) {
        tile.RB = RB;
        if (!tile.pack_a || RB > 1) ways.push_back(tile);
    }
}

void add_several_sums(Ways& ways, const Config& config, RegisterTile tile, const Facts& facts) {
    for (const SumsOfElement& sums : sums_side_by_side(config.with(tile), facts)) {
        tile.b_rows = sums.b_rows;
        tile.chains = sums.chains;
        ways.push_back(tile);
    }
}

/// Ways to run a tile, but for the loop that threads share.
Ways ways_to_run(const Config& config, RegisterTile tile, const Facts& facts) {
    Ways ways;
    for (std::int64_t RB : row_blocks(facts, config.MR)) {
        tile.RB = RB;
        add_blocks_of_panels(ways, tile, config.NR(), facts);
        add_several_sums(ways, config, tile, facts);
        for (bool pack_b : copies_of_b(facts, config.NR(), RB > 0)) {
            ways.push_back(tile);
            ways.back().pack_b = pack_b;
        }
    }
    if (!tile.pack_a || facts.groups > 1) add_panels_in_rows(ways, tile, facts);
    return ways;
}

} // namespace

std::string RegisterTile::words(const Config& config) const {
    std::string text;
    if (panels > 1) text += fmt::format(" nc{}", panels * config.NR());
    if (RB > 0) text += fmt::format(" rb{}", RB);
    if (jc_in_ir) text += " jc_in_ir";
    if (b_rows > 1) text += fmt::format(" b_rows{}", b_rows);
    if (chains > 1) text += fmt::format(" chains{}", chains);
    return text + words_of(*this);
}

void RegisterTile::enumerate(Space& space, const Facts& facts) {
    if (gathers_a(facts))
        return space.refuse("register_tile",
                            "A is not contiguous in the columns: every load would be a gather");
    for (const TileShape& shape : tiles_of(facts))
        for (bool pack_a : copies_of_a(facts)) {
            RegisterTile tile;
            tile.pack_a = pack_a;
            tile.unrolled = unrolled_loops(facts, shape, pack_a);
            tile.fills_panels = facts.N_filled > facts.N;
            const Config config = {tile, shape.MR, shape.n_v, facts.lanes};
            for (const RegisterTile& way : ways_to_run(config, tile, facts))
                add_parallel_variants(space.configs, config.with(way), facts);
        }
}

} // namespace autoconfig
