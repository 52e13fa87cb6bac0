// See filled_panels.h.
#include "schedules/filled_panels.h"

#include "autoconfig/integers.h"

#include <algorithm>

namespace autoconfig {

using Halide::TailStrategy;

std::vector<Axis> split_into_overlapping_vectors(Nest& nest, StageScript& stage, const Axis& columns,
                                                 const Tile& shape) {
    const std::int64_t N = nest.problem().loops[nest.dimension(Role::N)].extent;
    const int lanes = power_of_two_at_most(std::min<std::int64_t>(shape.lanes, N));
    const std::int64_t a_panel = std::min(ceil_div(N, lanes), shape.columns / lanes);
    const Axis vectors = nest.script().var("vectors");
    stage.split(columns, vectors, shape.lane, lanes, TailStrategy::ShiftInwards)
        .split(vectors, shape.jc, shape.vector, a_panel, TailStrategy::GuardWithIf)
        .vectorize(shape.lane)
        .unroll(shape.vector);
    return {shape.lane, shape.vector};
}

void copy_whole_panels(Nest& nest, FuncScript& sum, const Tile& shape) {
    FuncScript copy = sum.in(sum.id() + "_panel");
    copy.compute_at(nest.result(), innermost(nest, shape))
        .bound_panel(nest.axis(copy, nest.dimension(Role::N)), shape.columns);
    fill_tile(nest, copy, copy.pure(), name_tile(nest.script(), shape.rows, shape.columns, shape.lanes));
}

} // namespace autoconfig
