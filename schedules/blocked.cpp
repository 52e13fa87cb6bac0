// blocked: K in blocks of KC; the register tile of a K block is added to a block of the result that stays
// in L2.
//
//   parallel over jb, ib or a batch loop
//   for jb (NC columns):  for ib (MC rows):
//     for pc (KC):
//       for jc:  [pack B panel KC x NR]
//         for ir:
//           for k:  MR x NR multiply-accumulates
//           add the tile to the block
//     epilogue on the block
//
// Where rows are several loops a block holds all of them: MC is the whole of the innermost, and the others
// run around ir.
#include "schedules/strategies.h"

namespace autoconfig {

using Halide::TailStrategy;

namespace {

/// `func`'s update runs over one block, or over the whole result when the contraction is the output.
/// Returns its loops over tiles.
Tile sum_k_blocks(Nest& nest, FuncScript& func) {
    Script& script = nest.script();
    const Config& config = nest.config();
    std::vector<Axis> k_loops = nest.k_loops();
    const Axis pc = script.rvar("pc"), kc = script.rvar("kc");
    Axis& blocked = k_loops[nest.blocked_loop()];
    func.update().split(blocked, pc, kc, nest.block_of_loop(), TailStrategy::GuardWithIf);
    FuncScript sum = func.rfactor({{pc, script.var("k_block")}}, func.id() + "_sum");
    blocked = kc;

    const Tile shape = name_tile(script, config.MR, config.NR(), config.lanes);
    Tile added = shape;
    added.unrolled = !nest.in_place() || nest.plan().unrolled_adds;
    tile(nest, func, func.update(), added, Edge::Guard, {{}, {}, {pc}});
    compute_whole_tiles(nest, sum, func, shape);
    sum_tile(nest, sum, func, shape, k_loops);
    return shape;
}

void through_result(Nest& nest, const Blocked& size) {
    const Config& config = nest.config();
    Tile block = name_tile(nest.script(), size.MC, size.NC, config.lanes);
    block.unrolled = false;
    block.threads = true;
    tile_overlapping(nest, nest.result(), block);
    const bool all_rows = nest.problem().outer_row_loop() >= 0;
    nest.contraction().compute_at(nest.result(), all_rows ? block.jc : innermost(nest, block));
    elementwise(nest, nest.contraction(), nest.contraction().pure(), false);
    sum_k_blocks(nest, nest.contraction());
}

void in_place(Nest& nest) {
    elementwise(nest, nest.contraction(), nest.contraction().pure(),
                nest.config().parallel != ParallelLoop::None);
    sum_k_blocks(nest, nest.contraction());
}

} // namespace

void schedule(Script& script, const ContractionPlan& plan, const Blocked& blocked) {
    Nest nest(script, plan);
    if (nest.in_place())
        in_place(nest);
    else
        through_result(nest, blocked);
}

} // namespace autoconfig
