// stream along_k: k is contiguous in both operands, and lanes hold partial sums.
//
//   for jc (NR columns):  for ir (MR rows):
//     for k:  [for chain:]  MR x NR multiply-accumulates of a vector along k
//     [add up the chains,] add up the lanes
//
// Where B has few columns jc is within ir and, where these are not contiguous in k, over a copy of them.
#include "schedules/pack.h"
#include "schedules/partial_sums.h"
#include "schedules/strategies.h"

namespace autoconfig {

using Halide::TailStrategy;

namespace {

/// `func`'s update adds up the lanes of a tile of partial sums; both are computed for each tile of `site`.
void sum_lanes(Nest& nest, FuncScript& func, FuncScript& partial, const Axis& lane, const Axis& k_lane,
               FuncScript& site, const Tile& shape, const std::vector<Axis>& k_loops) {
    const Axis& at = innermost(nest, shape);
    const Tile own = name_tile(nest.script(), shape.rows, shape.columns, 1);
    func.update().atomic().vectorize(k_lane);
    partial.compute_at(site, at);
    sum_in_chains(nest, partial, site, at, own, {lane}, k_loops);
}

} // namespace

void schedule(Nest& nest, const AlongK& along_k) {
    Script& script = nest.script();
    const Config& config = nest.config();
    FuncScript& func = nest.contraction();
    std::vector<Axis> k_loops = nest.k_loops();
    const Axis k_block = script.rvar("k_block"), k_lane = script.rvar("k_lane"), lane = script.var("lane");
    func.update().split(k_loops.front(), k_block, k_lane, config.lanes, TailStrategy::GuardWithIf);
    FuncScript partial = func.rfactor({{k_lane, lane}}, func.id() + "_lanes");
    k_loops.front() = k_block;
    if (along_k.pack_b) copy_columns(nest, partial);

    Tile shape = name_tile(script, config.MR, config.NR(), 1);
    shape.threads = true;
    tile_result(nest, shape);
    func.compute_at(nest.result(), innermost(nest, shape));
    const Tile own = name_tile(script, config.MR, config.NR(), 1);
    fill_tile(nest, func, func.pure(), own);
    fill_tile(nest, func, func.update(), own, {{k_lane}, {}, {}});
    sum_lanes(nest, func, partial, lane, k_lane, nest.result(), shape, k_loops);
}

} // namespace autoconfig
