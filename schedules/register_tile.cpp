// register_tile: MR x NR accumulators hold all of K in registers.
//
//   parallel over rb, jc, ir or a batch loop
//   [for rb (RB rows):]
//   for jc:  [pack B panel K x NR, or several: K x NC]
//     for ir:
//       [for jr:]
//         for k:  [for chain:]  MR x NR multiply-accumulates
//         [add up the chains]
//         epilogue on the tile
#include "schedules/filled_panels.h"
#include "schedules/strategies.h"

namespace autoconfig {

using Halide::TailStrategy;

namespace {

/// The result's loops tile it; the contraction is summed up tile by tile.
void through_result(Nest& nest, const Tile& shape) {
    FuncScript& result = nest.result();
    FuncScript& sum = nest.contraction();
    tile_overlapping(nest, result, shape);
    if (nest.config().fills_panels()) copy_whole_panels(nest, sum, shape);
    sum.compute_at(result, innermost(nest, shape));
    sum_tile(nest, sum, result, shape, nest.k_loops());
}

/// The contraction is the pipeline's output: its update adds a tile that is summed up apart.
void in_place(Nest& nest, const Tile& shape) {
    FuncScript& output = nest.contraction();
    const std::vector<Axis> k_loops = nest.k_loops();
    FuncScript sum = output.rfactor({}, output.id() + "_sum");
    elementwise(nest, nest.contraction(), nest.contraction().pure(),
                nest.config().parallel != ParallelLoop::None);
    Tile added = shape;
    added.unrolled = nest.plan().unrolled_adds;
    tile(nest, output, output.update(), added, Edge::Guard);
    compute_whole_tiles(nest, sum, output, shape);
    sum_tile(nest, sum, output, shape, k_loops);
}

} // namespace

void schedule(Script& script, const ContractionPlan& plan, const RegisterTile& own) {
    Nest nest(script, plan);
    const Config& config = plan.config;
    Tile shape = name_tile(script, config.MR, config.NR(), config.lanes);
    shape.threads = true;
    if (own.RB > 0) shape.rb = script.var("rb");
    if (own.panels > 1) shape.jr = script.var("jr");
    if (nest.in_place())
        in_place(nest, shape);
    else
        through_result(nest, shape);
}

} // namespace autoconfig
