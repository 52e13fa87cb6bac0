// stream along_n: operand b is read once, straight through, by few rows of a, while a chunk of NC columns of
// the result stays in L1.
//
//   parallel over jc
//   for jc (NC columns):
//     for pc (KC rows of b):  for m:  for n:  KC multiply-accumulates into one vector of the result
#include "schedules/partial_sums.h"
#include "schedules/strategies.h"

namespace autoconfig {

using Halide::TailStrategy;

namespace {

/// Update of `func` over a chunk: pc, row, vector, k(unrolled), lane.
void stream_rows(Nest& nest, FuncScript& func, const Tile& chunk, std::int64_t KC) {
    std::vector<Axis> k_loops = nest.k_loops();
    const Axis pc = nest.script().rvar("pc"), k = nest.script().rvar("kc");
    func.update().split(k_loops.front(), pc, k, KC, TailStrategy::GuardWithIf).unroll(k);
    k_loops.front() = pc;
    tile(nest, func, func.update(), chunk, Edge::Guard, {{k}, k_loops, {}});
}

} // namespace

void schedule(Nest& nest, const Stream& stream) {
    Script& script = nest.script();
    const Config& config = nest.config();
    Tile chunk = name_tile(script, config.MR, config.NR(), config.lanes);
    chunk.unrolled = false;
    chunk.threads = true;
    tile_result(nest, chunk);
    nest.contraction().compute_at(nest.result(), innermost(nest, chunk));
    store_in_vectors(nest, nest.contraction(), config.lanes);
    elementwise(nest, nest.contraction(), nest.contraction().pure());
    Tile own = name_tile(script, config.MR, config.NR(), config.lanes);
    own.unrolled = false;
    stream_rows(nest, nest.contraction(), own, stream.KC);
}

} // namespace autoconfig
