// The sum of one register tile in several chains, each with accumulators of its own:
//
//   for k:  for chain:  for b_row:  MR x NR multiply-accumulates
//   add up the chains, whole vectors; then the rows of B that lie side by side in a vector
#include "schedules/tile.h"

namespace autoconfig {

using Halide::TailStrategy;

namespace {

/// A stage of partial sums: `in_vector`, if there is one, lies in vectors beside the columns.
void vectorize_tile(Nest& nest, FuncScript& func, StageScript stage, const Tile& shape,
                    const std::vector<Axis>& in_vector, const std::vector<Axis>& around) {
    fill_tile(nest, func, stage, shape, {in_vector, around, {}});
    for (const Axis& axis : in_vector) stage.vectorize(axis);
}

/// Both stages of a Func whose update adds up the partial sums of `parts`.
void add_up(Nest& nest, FuncScript& func, const Tile& shape, const std::vector<Axis>& in_vector,
            const Axis& parts) {
    vectorize_tile(nest, func, func.pure(), shape, in_vector, {});
    vectorize_tile(nest, func, func.update(), shape, in_vector, {parts});
    func.update().unroll(parts);
}

/// Columns, then rows of B: as they lie in a vector.
void store_as_vectors(Nest& nest, FuncScript& func, const Axis& b_row) {
    const Axis columns = nest.axis(func, nest.dimension(Role::N));
    std::vector<Axis> storage = {columns, b_row};
    for (int d = 0; d < func.dimensions(); ++d)
        if (const Axis axis = func.axis(d); axis.id != columns.id && axis.id != b_row.id)
            storage.push_back(axis);
    func.reorder_storage(storage);
}

} // namespace

void sum_chains(Nest& nest, FuncScript& sum, FuncScript& site, const Tile& shape, std::vector<Axis> k_loops) {
    Script& script = nest.script();
    const Config& config = nest.config();
    const Tile own = name_tile(script, shape.rows, shape.columns, shape.lanes);
    const auto split_k = [&](const Axis& outer, const Axis& inner, int factor) {
        sum.update().split(k_loops.front(), outer, inner, factor, TailStrategy::GuardWithIf);
        k_loops.front() = outer;
    };
    const Axis k_row = script.rvar("k_row"), b_row = script.var("b_row"), k_chain = script.rvar("k_chain"),
               chain = script.var("chain");
    if (config.b_rows > 1) split_k(script.rvar("k_vectors"), k_row, config.b_rows);
    if (config.chains > 1) split_k(script.rvar("k_blocks"), k_chain, config.chains);

    FuncScript partial = sum;
    std::vector<Axis> in_vector, around;
    const auto begin_part = [&](const Axis& k, const Axis& part, const char* name) {
        FuncScript parts = partial.rfactor({{k, part}}, sum.id() + name);
        parts.compute_at(site, innermost(nest, shape));
        add_up(nest, partial, own, in_vector, k);
        partial = parts;
    };
    if (config.b_rows > 1) {
        begin_part(k_row, b_row, "_rows");
        in_vector = {b_row};
        store_as_vectors(nest, partial, b_row);
    }
    if (config.chains > 1) {
        begin_part(k_chain, chain, "_chains");
        around = {chain};
        if (config.b_rows > 1) store_as_vectors(nest, partial, b_row);
    }
    vectorize_tile(nest, partial, partial.pure(), own, in_vector, around);
    around.insert(around.end(), k_loops.begin(), k_loops.end());
    vectorize_tile(nest, partial, partial.update(), own, in_vector, around);
    if (config.chains > 1) {
        partial.pure().unroll(chain);
        partial.update().unroll(chain);
    }
    for (int l = 0; l < config.unrolled; ++l) partial.update().unroll(k_loops[static_cast<std::size_t>(l)]);
}

} // namespace autoconfig
