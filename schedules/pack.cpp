// Copies of operands in the order the inner loop reads them.
#include "schedules/pack.h"

#include "autoconfig/extract/legality/defects.h"
#include "schedules/simple_loops.h"

#include <algorithm>

namespace autoconfig {

using Halide::TailStrategy;

namespace {

/// Columns of a transposed block are read four at a time: a 16-byte load for f32, and four vectors that LLVM
/// interleaves with two-operand permutes.
constexpr int transpose_k = 4;

/// A tile of few columns has a vector as wide; a vector of 5 doubles that is guarded is one of 4 and one of 1
/// for AVX2, and the latter's mask is no code.
int lanes_of_copies(const Nest& nest) { return power_of_two_at_most(nest.config().lanes); }

/// Elements of an operand's dimension that one panel spans.
std::int64_t span(const Nest& nest, const Operand& operand, int dimension) {
    std::int64_t elements = 1;
    const auto& loops = nest.problem().loops;
    for (std::size_t l = 0; l < loops.size(); ++l) {
        const bool is_k = static_cast<int>(l) == nest.problem().innermost(Role::K);
        const std::int64_t extent = is_k ? std::min(loops[l].extent, nest.block_of_loop()) : loops[l].extent;
        elements += std::abs(operand.coefficient[dimension][l]) * (extent - 1);
    }
    return elements;
}

/// Vectors along the second dimension, where the first holds less than one: stores that interleave.
void copy_across(Nest& nest, FuncScript& packed) {
    const Axis vector = nest.script().var("vector"), lane = nest.script().var("lane");
    packed.pure()
        .split(packed.axis(1), vector, lane, lanes_of_copies(nest), TailStrategy::GuardWithIf)
        .reorder({lane, packed.axis(0), vector})
        .vectorize(lane)
        .unroll(packed.axis(0));
}

/// Of the dimensions from `first` on the one that reaches farthest, or -1.
int longest_dimension(const Nest& nest, const Operand& operand, int first) {
    int longest = -1;
    for (int d = first; d < static_cast<int>(operand.coefficient.size()); ++d)
        if (longest < 0 || span(nest, operand, d) >= span(nest, operand, longest)) longest = d;
    return longest;
}

/// Vectors along what is contiguous; returns the loop over them.
Axis copy_vectors(Nest& nest, FuncScript& packed) {
    StageScript pure = packed.pure();
    return vectorize_rows(nest.script(), pure, packed.axis(0), {lanes_of_copies(nest)});
}

/// k', n', k, n: reads runs along k of `lanes` columns into a block, writes them as vectors along n. Without
/// `whole_runs` each vector gathers: where runs are short, or where the block would be a wrapper of a wrapper
/// of a wrapper, which Halide does not find. Single columns stay one loop: Halide drops a split by 1 and with
/// it that the last panel ends where the operand does.
void copy_transposed(Nest& nest, FuncScript& source, FuncScript& packed, int n, bool whole_runs) {
    Script& script = nest.script();
    store_innermost(packed, {packed.axis(n)});
    if (nest.config().lanes == 1) return;
    const Axis n_block = script.var("n_block"), lane = script.var("lane");
    packed.pure()
        .split(packed.axis(n), n_block, lane, nest.config().lanes, TailStrategy::GuardWithIf)
        .vectorize(lane);
    if (!whole_runs) return;
    const Axis k_block = script.var("k_block"), k = script.var("k");
    packed.pure()
        .split(packed.axis(0), k_block, k, transpose_k, TailStrategy::ShiftInwards)
        .reorder({lane, k, k_block, n_block})
        .unroll(k);
    FuncScript block = source.in(packed, source.id() + "_block");
    block.compute_at(packed, k_block);
    block.pure().vectorize(block.axis(0)).unroll(block.axis(n));
}

} // namespace

void pack_panel(Nest& nest, FuncScript& sum, FuncScript& site, const Axis& panel_loop, const Axis& k_blocks) {
    const Problem& problem = nest.problem();
    FuncScript source = nest.script().read(problem.b.func);
    FuncScript packed = source.in(sum, source.id() + "_panel");
    if (k_blocks.id.empty())
        packed.compute_at(site, panel_loop);
    else
        packed.store_at(site, panel_loop).compute_at(sum, k_blocks);
    const int n = problem.b.dimension_of(problem.columns());
    if (n == 0) {
        const Axis vector = copy_vectors(nest, packed);
        if (!k_blocks.id.empty()) packed.pure().unroll(vector);
        return;
    }
    const bool whole_runs =
        nest.bound(Role::N) && nest.k_is_bound() && span(nest, problem.b, 0) >= transpose_k &&
        !(defects::applies(Defect::LosesThirdWrappers) && nest.script().is_copied(problem.b.func));
    copy_transposed(nest, source, packed, n, whole_runs);
}

void copy_columns(Nest& nest, FuncScript& sum) {
    const Problem& problem = nest.problem();
    FuncScript source = nest.script().read(problem.b.func);
    FuncScript copy = source.in(sum, source.id() + "_columns");
    const int k = problem.b.dimension_of(problem.innermost(Role::K));
    const Axis vector = nest.script().var("vector"), lane = nest.script().var("lane");
    store_innermost(copy.compute_root(), {copy.axis(k)});
    copy.pure()
        .split(copy.axis(k), vector, lane, nest.config().lanes, TailStrategy::ShiftInwards)
        .reorder({lane, copy.axis(0), vector})
        .vectorize(lane);
}

void copy_rows(Nest& nest, FuncScript& sum, FuncScript& site, const Tile& tile) {
    FuncScript source = nest.script().read(nest.problem().a.func);
    FuncScript copy = source.in(sum, source.id() + "_rows");
    if (nest.config().RB() > 0)
        copy.compute_at(site, tile.rb);
    else
        copy.compute_root();
    const bool short_runs = copy.dimensions() > 1 && nest.k_is_bound() && nest.bound(Role::N) &&
                            span(nest, nest.problem().a, 0) < nest.config().lanes;
    if (short_runs)
        copy_across(nest, copy);
    else
        copy_vectors(nest, copy);
    const int outer = longest_dimension(nest, nest.problem().a, short_runs ? 2 : 1);
    if (nest.config().RB() == 0 && nest.config().parallel != ParallelLoop::None && outer >= 0)
        copy.pure().parallel(copy.axis(outer));
}

} // namespace autoconfig
