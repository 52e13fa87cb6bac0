// Tiling, accumulation in registers and initialisation.
#include "schedules/tile.h"

#include "autoconfig/integers.h"
#include "autoconfig/space/choices.h"
#include "schedules/filled_panels.h"
#include "schedules/simple_loops.h"

#include <algorithm>

namespace autoconfig {

using Halide::TailStrategy;

namespace {

/// Loops of `role` that neither rows nor columns run over.
std::vector<int> further_loops(const Nest& nest, Role role) {
    std::vector<int> found;
    const Problem& problem = nest.problem();
    for (int d = 0; d < static_cast<int>(problem.loops.size()); ++d)
        if (problem.order_role(d) == role && d != nest.dimension(Role::M) && d != nest.dimension(Role::N))
            found.push_back(d);
    return found;
}

std::vector<Axis> further_axes(const Nest& nest, FuncScript& func, Role role) {
    std::vector<Axis> axes;
    for (int d : further_loops(nest, role)) axes.push_back(nest.axis(func, d));
    return axes;
}

void append(std::vector<Axis>& list, const std::vector<Axis>& more) {
    list.insert(list.end(), more.begin(), more.end());
}

/// Splits `columns` into vectors: vector, innermost, lane; or single columns where lanes == 1.
std::vector<Axis> vectors_of(StageScript& stage, const Axis& columns, const Tile& shape,
                             const std::vector<Axis>& innermost) {
    if (shape.lanes == 1) {
        if (shape.unrolled) stage.unroll(columns);
        std::vector<Axis> order = innermost;
        order.push_back(columns);
        return order;
    }
    stage.split(columns, shape.vector, shape.lane, shape.lanes, TailStrategy::GuardWithIf)
        .vectorize(shape.lane);
    if (shape.unrolled) stage.unroll(shape.vector);
    std::vector<Axis> order = {shape.lane};
    append(order, innermost);
    order.push_back(shape.vector);
    return order;
}

TailStrategy tail_of(const Nest& nest, Role role, Edge edge) {
    const bool overlaps = edge == Edge::OfBody && nest.holds_whole(role);
    return overlaps ? TailStrategy::ShiftInwards : TailStrategy::GuardWithIf;
}

/// The last register tile of a result that may overrun is whole.
TailStrategy tail_of_columns(const Nest& nest, const Tile& shape, Edge edge) {
    const bool overruns = edge == Edge::OfBody && shape.unrolled && !nest.holds_whole(Role::N) &&
                          nest.problem().columns_may_overrun;
    return overruns ? TailStrategy::RoundUp : tail_of(nest, Role::N, edge);
}

/// Columns of the panels that one task of jc has; 0 where each has one.
std::int64_t columns_a_task(const Nest& nest, const Tile& shape) {
    const Config& config = nest.config();
    const std::int64_t N = nest.problem().loops[nest.dimension(Role::N)].extent;
    if (!shape.threads || config.parallel != ParallelLoop::Jc || !nest.bound(Role::N)) return 0;
    const std::int64_t panels = ceil_div(N, shape.columns), a_task = ceil_div(panels, config.tasks);
    return a_task > 1 ? a_task * shape.columns : 0;
}

/// The loops of a role around the tile. Where threads share one of them (`shared`, or -1), this one outside
/// of the others, in the configuration's tasks: of several iterations where there are fewer tasks.
std::vector<Axis> loops_around(Nest& nest, FuncScript& func, StageScript& stage, Role role, int shared,
                               Edge edge) {
    std::vector<Axis> loops;
    for (int d : further_loops(nest, role))
        if (d != shared) loops.push_back(nest.axis(func, d));
    if (shared < 0) return loops;
    const Loop& loop = nest.problem().loops[shared];
    const Axis all = nest.axis(func, shared);
    const std::int64_t a_task = ceil_div(loop.extent, nest.config().tasks);
    if (a_task == 1) {
        loops.push_back(all);
        return loops;
    }
    const Axis tasks = nest.script().var("tasks"), of_task = nest.script().var("of_task");
    if (loop.source != ExtentSource::Bound && loop.at_run_time)
        stage.split(all, tasks, of_task, nest.script().extent(*loop.at_run_time).part(nest.config().tasks),
                    TailStrategy::GuardWithIf);
    else
        stage.split(all, tasks, of_task, a_task,
                    edge == Edge::Guard ? TailStrategy::GuardWithIf : TailStrategy::ShiftInwards);
    loops.insert(loops.end(), {of_task, tasks});
    return loops;
}

void share_among_threads(const Nest& nest, StageScript& stage, const Tile& shape, const Axis& panel_tasks,
                         const std::vector<Axis>& columns, const std::vector<Axis>& batch) {
    switch (nest.config().parallel) {
    case ParallelLoop::None: return;
    case ParallelLoop::Jc: stage.parallel(panel_tasks.id.empty() ? shape.jc : panel_tasks); return;
    case ParallelLoop::Ic: stage.parallel(shape.ir); return;
    case ParallelLoop::Rows: stage.parallel(shape.rb); return;
    case ParallelLoop::Columns: stage.parallel(columns.back()); return;
    case ParallelLoop::Batch: stage.parallel(batch.back()); return;
    }
}

/// The M loops as they run: `rows`, those around it within a block of rows, and those around the blocks.
struct RowLoops {
    Axis rows;
    std::vector<Axis> within, around;
};

/// Splits the M loop around the rows, or theirs where there is none, into blocks if the configuration has
/// them.
RowLoops row_loops(Nest& nest, FuncScript& func, StageScript& stage, const Tile& shape, Edge edge) {
    RowLoops loops = {nest.axis(func, nest.dimension(Role::M)), further_axes(nest, func, Role::M), {}};
    if (nest.config().RB() == 0 || shape.rb.id.empty()) return loops;
    const Loop& rows = nest.problem().loops[nest.problem().row_block_loop()];
    const bool bound = rows.source == ExtentSource::Bound;
    const Axis row_in_block = nest.script().var("row_in_block");
    std::vector<Axis> further = loops.within;
    const Axis& all = further.empty() ? loops.rows : further.front();
    if (shares_rows_at_run_time(nest.problem(), nest.config()))
        stage.split(all, shape.rb, row_in_block,
                    nest.script().extent(*rows.at_run_time).part(nest.config().tasks),
                    TailStrategy::GuardWithIf);
    else
        stage.split(all, shape.rb, row_in_block, nest.config().RB(),
                    bound && edge != Edge::Guard ? TailStrategy::ShiftInwards : TailStrategy::GuardWithIf);
    if (further.empty()) return {row_in_block, {}, {shape.rb}};
    further.front() = shape.rb;
    return {loops.rows, {row_in_block}, further};
}

} // namespace

Tile name_tile(Script& script, std::int64_t rows, std::int64_t columns, int lanes) {
    Tile tile;
    tile.rows = rows;
    tile.columns = columns;
    tile.lanes = lanes;
    tile.jc = script.var("jc");
    tile.ir = script.var("ir");
    tile.row = script.var("row");
    tile.vector = script.var("vector");
    tile.lane = script.var("lane");
    return tile;
}

void tile(Nest& nest, FuncScript& func, StageScript stage, const Tile& shape, Edge edge,
          const OtherLoops& other) {
    std::vector<Axis> order = other.innermost, rows, within_rows, over_rows, over_columns, over_blocks;
    Axis panel_tasks;
    const int n = nest.dimension(Role::N), m = nest.dimension(Role::M);
    if (n >= 0) {
        Axis all = nest.axis(func, n);
        const Axis columns = nest.script().var("columns");
        const TailStrategy tail = tail_of_columns(nest, shape, edge);
        if (const std::int64_t share = columns_a_task(nest, shape)) {
            panel_tasks = nest.script().var("panels");
            const Axis of_task = nest.script().var("columns_of_task");
            stage.split(all, panel_tasks, of_task, share, tail);
            all = of_task;
        }
        if (nest.config().fills_panels()) {
            order = split_into_overlapping_vectors(nest, stage, all, shape);
        } else if (shape.jr.id.empty()) {
            stage.split(all, shape.jc, columns, shape.columns, tail);
        } else {
            const Axis panel = nest.script().var("panel");
            stage.split(all, panel, columns, shape.columns, tail)
                .split(panel, shape.jc, shape.jr, nest.config().panels(), TailStrategy::GuardWithIf);
            within_rows.push_back(shape.jr);
        }
        if (!nest.config().fills_panels()) order = vectors_of(stage, columns, shape, other.innermost);
        over_columns.push_back(shape.jc);
    }
    if (m >= 0) {
        const RowLoops loops = row_loops(nest, func, stage, shape, edge);
        stage.split(loops.rows, shape.ir, shape.row, shape.rows, tail_of(nest, Role::M, edge));
        if (shape.unrolled) stage.unroll(shape.row);
        rows.push_back(shape.row);
        over_rows.push_back(shape.ir);
        append(over_rows, loops.within);
        over_blocks = loops.around;
    }
    append(order, rows);
    append(order, other.around);
    append(order, within_rows);
    const auto shared = [&](ParallelLoop parallel, int loop) {
        return shape.threads && nest.config().parallel == parallel ? loop : -1;
    };
    const int shared_columns = shared(ParallelLoop::Columns, nest.problem().longest_outer_column_loop());
    const std::vector<Axis> columns = loops_around(nest, func, stage, Role::N, shared_columns, edge);
    append(over_columns, columns);
    if (!panel_tasks.id.empty()) over_columns.push_back(panel_tasks);
    const bool panels_first = nest.config().jc_in_ir();
    append(order, panels_first ? over_columns : over_rows);
    append(order, panels_first ? over_rows : over_columns);
    append(order, over_blocks);
    append(order, other.outside);
    const int shared_batch = shared(ParallelLoop::Batch, nest.problem().outermost_batch_loop());
    const std::vector<Axis> batch = loops_around(nest, func, stage, Role::Batch, shared_batch, edge);
    append(order, batch);
    stage.reorder(order);
    if (shape.threads) share_among_threads(nest, stage, shape, panel_tasks, columns, batch);
}

void tile_result(Nest& nest, const Tile& shape) {
    tile(nest, nest.result(), nest.stage(), shape, Edge::OfBody);
}

void fill_tile(Nest& nest, FuncScript& func, StageScript stage, const Tile& shape, const OtherLoops& other) {
    std::vector<Axis> order = other.innermost, rows, over_tiles;
    const int n = nest.dimension(Role::N), m = nest.dimension(Role::M);
    if (n >= 0) {
        Axis columns = nest.axis(func, n);
        if (!nest.bound(Role::N)) {
            columns = nest.script().var("columns");
            stage.split(nest.axis(func, n), shape.jc, columns, shape.columns, TailStrategy::GuardWithIf);
            over_tiles.push_back(shape.jc);
        }
        order = vectors_of(stage, columns, shape, other.innermost);
    }
    if (m >= 0) {
        rows.push_back(nest.axis(func, m));
        if (!nest.bound(Role::M)) {
            rows = {shape.row};
            stage.split(nest.axis(func, m), shape.ir, shape.row, shape.rows, TailStrategy::GuardWithIf);
            over_tiles.push_back(shape.ir);
        }
        stage.unroll(rows.front());
    }
    append(order, rows);
    append(order, other.around);
    append(order, over_tiles);
    stage.reorder(order);
}

const Axis& innermost(const Nest& nest, const Tile& shape) {
    if (!shape.jr.id.empty()) return shape.jr;
    return nest.dimension(Role::M) >= 0 && !nest.config().jc_in_ir() ? shape.ir : shape.jc;
}

void elementwise(Nest& nest, FuncScript& func, StageScript stage) {
    if (const int n = nest.dimension(Role::N); n >= 0)
        vectorize_rows(nest.script(), stage, nest.axis(func, n), {nest.config().lanes});
}

} // namespace autoconfig
