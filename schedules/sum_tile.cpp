// The sum of one register tile: its loops, and the copies of operands that it reads.
#include "schedules/pack.h"
#include "schedules/partial_sums.h"

namespace autoconfig {

using Halide::TailStrategy;

namespace {

/// Where b is packed under the arithmetic of its sum the only k loop runs in blocks of k_pack, unrolled;
/// returns the loop over blocks.
Axis accumulate_in_blocks(Nest& nest, FuncScript& sum, const Tile& shape, const Axis& k_loop) {
    const Tile own = name_tile(nest.script(), shape.rows, shape.columns, shape.lanes);
    fill_tile(nest, sum, sum.pure(), own);
    StageScript update = sum.update();
    const Axis k_blocks = nest.script().rvar("k_blocks"), k = nest.script().rvar("k");
    update.split(k_loop, k_blocks, k, nest.config().k_pack(), TailStrategy::GuardWithIf).unroll(k);
    fill_tile(nest, sum, update, own, {{}, {k, k_blocks}, {}});
    return k_blocks;
}

/// With several rows of b side by side in a vector their sums are added up last.
void accumulate(Nest& nest, FuncScript& sum, FuncScript& site, const Tile& shape, std::vector<Axis> k_loops) {
    Script& script = nest.script();
    const Tile own = name_tile(script, shape.rows, shape.columns, shape.lanes);
    const Axis& at = innermost(nest, shape);
    FuncScript rows = sum;
    std::vector<Axis> beside;
    if (const int b_rows = nest.config().b_rows(); b_rows > 1) {
        const Axis k_vectors = script.rvar("k_vectors"), k_row = script.rvar("k_row");
        beside = {script.var("b_row")};
        sum.update().split(k_loops.front(), k_vectors, k_row, b_rows, TailStrategy::GuardWithIf);
        k_loops.front() = k_vectors;
        rows = sum.rfactor({{k_row, beside.front()}}, sum.id() + "_rows");
        rows.compute_at(site, at);
        add_up(nest, sum, own, {}, k_row);
    }
    sum_in_chains(nest, rows, site, at, own, beside, k_loops);
}

} // namespace

void sum_tile(Nest& nest, FuncScript& sum, FuncScript& site, const Tile& shape,
              const std::vector<Axis>& k_loops) {
    Axis k_blocks;
    store_in_vectors(nest, sum, shape.lanes);
    store_whole_rows(nest, sum);
    if (nest.config().k_pack() > 0)
        k_blocks = accumulate_in_blocks(nest, sum, shape, k_loops.front());
    else
        accumulate(nest, sum, site, shape, k_loops);
    if (nest.config().pack_b()) pack_panel(nest, sum, site, shape.jc, k_blocks);
    if (nest.config().pack_a()) copy_rows(nest, sum, site, shape);
}

} // namespace autoconfig
