// See partial_sums.h.
#include "schedules/partial_sums.h"

#include "schedules/simple_loops.h"

#include <algorithm>

namespace autoconfig {

using Halide::TailStrategy;

namespace {

void vectorize_tile(Nest& nest, FuncScript& func, StageScript stage, const Tile& own,
                    const std::vector<Axis>& beside, const std::vector<Axis>& around) {
    fill_tile(nest, func, stage, own, {beside, around, {}});
    for (const Axis& axis : beside) stage.vectorize(axis);
}

} // namespace

void store_in_vectors(Nest& nest, FuncScript& func, int lanes, const std::vector<Axis>& beside) {
    std::vector<Axis> storage;
    if (lanes > 1) storage.push_back(nest.axis(func, nest.dimension(Role::N)));
    storage.insert(storage.end(), beside.begin(), beside.end());
    const bool in_place = storage.empty() || (storage.size() == 1 && storage.front().id == func.axis(0).id);
    if (!in_place) store_innermost(func, storage);
}

void store_whole_rows(Nest& nest, FuncScript& func) {
    const bool guarded = nest.config().lanes > 1 && !nest.config().is<AlongK>() && !nest.holds_whole(Role::N);
    if (guarded || !nest.groups_are_bound())
        func.bound_storage(nest.axis(func, nest.dimension(Role::N)), nest.config().NR());
}

void add_up(Nest& nest, FuncScript& func, const Tile& own, const std::vector<Axis>& beside,
            const Axis& parts) {
    vectorize_tile(nest, func, func.pure(), own, beside, {});
    vectorize_tile(nest, func, func.update(), own, beside, {parts});
    func.update().unroll(parts);
}

void sum_in_chains(Nest& nest, FuncScript& sum, FuncScript& site, const Axis& at, const Tile& own,
                   const std::vector<Axis>& beside, std::vector<Axis> k_loops) {
    Script& script = nest.script();
    if (!beside.empty()) store_in_vectors(nest, sum, own.lanes, beside);
    FuncScript reader = sum; // of the operands
    std::vector<Axis> chains;
    if (nest.config().chains() > 1) {
        const Axis k_blocks = script.rvar("k_blocks"), k_chain = script.rvar("k_chain");
        chains = {script.var("chain")};
        sum.update().split(k_loops.front(), k_blocks, k_chain, nest.config().chains(),
                           TailStrategy::GuardWithIf);
        k_loops.front() = k_blocks;
        reader = sum.rfactor({{k_chain, chains.front()}}, sum.id() + "_chains");
        reader.compute_at(site, at);
        add_up(nest, sum, own, beside, k_chain);
        store_in_vectors(nest, reader, own.lanes, beside);
        store_whole_rows(nest, reader);
    }
    vectorize_tile(nest, reader, reader.pure(), own, beside, chains);
    std::vector<Axis> around = chains;
    around.insert(around.end(), k_loops.begin(), k_loops.end());
    vectorize_tile(nest, reader, reader.update(), own, beside, around);
    for (const Axis& chain : chains) {
        reader.pure().unroll(chain);
        reader.update().unroll(chain);
    }
    for (int l = 0; l < nest.config().unrolled(); ++l)
        reader.update().unroll(k_loops[static_cast<std::size_t>(l)]);
}

} // namespace autoconfig
