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
#include "schedules/partial_sums.h"
#include "schedules/strategies.h"

namespace autoconfig {

using Halide::TailStrategy;

namespace {

/// The update of the contraction runs over one block of the result.
void sum_k_blocks(Nest& nest) {
    Script& script = nest.script();
    const Config& config = nest.config();
    FuncScript& func = nest.contraction();
    std::vector<Axis> k_loops = nest.k_loops();
    const Axis pc = script.rvar("pc"), kc = script.rvar("kc");
    Axis& blocked = k_loops[nest.blocked_loop()];
    func.update().split(blocked, pc, kc, nest.block_of_loop(), TailStrategy::GuardWithIf);
    FuncScript sum = func.rfactor({{pc, script.var("k_block")}}, func.id() + "_sum");
    blocked = kc;

    const Tile shape = name_tile(script, config.MR, config.NR(), config.lanes);
    tile(nest, func, func.update(), shape, Edge::Guard, {{}, {}, {pc}});
    sum.compute_at(func, innermost(nest, shape));
    sum_tile(nest, sum, func, shape, k_loops);
}

} // namespace

void schedule(Nest& nest, const Blocked& size) {
    const int lanes = nest.config().lanes;
    Tile block = name_tile(nest.script(), size.MC, size.NC, lanes);
    block.unrolled = false;
    block.threads = true;
    tile_result(nest, block);
    const bool all_rows = nest.problem().outer_row_loop() >= 0;
    nest.contraction().compute_at(nest.result(), all_rows ? block.jc : innermost(nest, block));
    store_in_vectors(nest, nest.contraction(), lanes);
    elementwise(nest, nest.contraction(), nest.contraction().pure());
    sum_k_blocks(nest);
}

} // namespace autoconfig
