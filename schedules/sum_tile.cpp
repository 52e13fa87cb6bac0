// The sum of one register tile: its loops, and the copies of operands that it reads.
#include "schedules/pack.h"
#include "schedules/tile.h"

namespace autoconfig {

using Halide::TailStrategy;

namespace {

/// Where b is packed under its arithmetic the innermost k loop runs in blocks of k_pack, unrolled; returns
/// the loop over blocks, or one without a name.
Axis accumulate_in_registers(Nest& nest, FuncScript& sum, const Tile& shape, std::vector<Axis> k_loops) {
    const Tile own = name_tile(nest.script(), shape.rows, shape.columns, shape.lanes);
    fill_tile(nest, sum, sum.pure(), own);
    StageScript update = sum.update();
    Axis k_blocks;
    if (nest.config().k_pack > 0) {
        k_blocks = nest.script().rvar("k_blocks");
        const Axis k = nest.script().rvar("k");
        update.split(k_loops.front(), k_blocks, k, nest.config().k_pack, TailStrategy::GuardWithIf).unroll(k);
        k_loops.front() = k_blocks;
        k_loops.insert(k_loops.begin(), k);
    }
    fill_tile(nest, sum, update, own, {{}, k_loops, {}});
    for (int l = 0; l < nest.config().unrolled; ++l) update.unroll(k_loops[static_cast<std::size_t>(l)]);
    return k_blocks;
}

} // namespace

void sum_tile(Nest& nest, FuncScript& sum, FuncScript& site, const Tile& shape,
              const std::vector<Axis>& k_loops) {
    if (nest.config().chains > 1 || nest.config().b_rows > 1)
        return sum_chains(nest, sum, site, shape, k_loops);
    const Axis k_blocks = accumulate_in_registers(nest, sum, shape, k_loops);
    if (nest.config().pack_b) pack_panel(nest, sum, site, shape.jc, k_blocks);
    if (nest.config().pack_a) copy_rows(nest, sum, site, shape);
}

} // namespace autoconfig
