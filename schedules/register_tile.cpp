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

void schedule(Nest& nest, const RegisterTile& own) {
    Script& script = nest.script();
    const Config& config = nest.config();
    Tile shape = name_tile(script, config.MR, config.NR(), config.lanes);
    shape.threads = true;
    if (own.RB > 0) shape.rb = script.var("rb");
    if (own.panels > 1) shape.jr = script.var("jr");
    FuncScript& result = nest.result();
    FuncScript& sum = nest.contraction();
    tile_result(nest, shape);
    if (config.fills_panels()) copy_whole_panels(nest, sum, shape);
    sum.compute_at(result, innermost(nest, shape));
    sum_tile(nest, sum, result, shape, nest.k_loops());
}

} // namespace autoconfig
