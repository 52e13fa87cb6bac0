// winograd: products of minimal filtering between their transforms, a block of tile rows at a time.
//
//   transform of the filters, where the pipeline has them plain
//   parallel over blocks, panels or images
//   for block (whole rows of tiles, MC in all):
//     for t:  transform of the data of a tile, vectors along channels, all points unrolled
//     for panels (NC columns):  [where threads share these, the transform is made here, by each]
//       for points:  for panel:  for ir:
//         for k:  MR x NR multiply-accumulates
//       for t:  for panel:  transform back, epilogue
#include "autoconfig/integers.h"
#include "schedules/strategies.h"

#include <algorithm>

namespace autoconfig {

using Halide::TailStrategy;

namespace {

class WinogradNest {
public:
    WinogradNest(Script& script, const ContractionPlan& plan, const Winograd& block_size)
        : script(script), problem(plan.problem), transforms(*problem.transforms), config(plan.config),
          size(block_size), bound(problem.sizes_are_bound()), output(script.func(transforms.output)),
          contraction(script.func(problem.func)), products(contraction.in(contraction.id() + "_points")),
          data(script.func(transforms.data.front().func)), block(script.var("block")),
          panels(script.var("panels")), panel(script.var("panel")), tile(script.var("tile")) {}

    void schedule() {
        if (!script.is_output(transforms.output)) output.compute_root();
        if (whole_panels())
            store_by_panels();
        else
            store_by_vectors();
        multiply();
        transform_data();
        if (!transforms.filter.empty()) transform_filter();
        if (fits_stack()) {
            data.store_on_stack();
            products.store_on_stack();
        }
    }

private:
    const Loop& loop(Role role) const { return problem.loops[problem.innermost(role)]; }
    std::int64_t NR() const { return transforms.panel; }

    /// The output's channels are whole panels of whole vectors.
    bool whole_panels() const { return bound && transforms.output_channels % NR() == 0; }

    /// Threads that share panels transform the data each for itself: fetching it from the other's cache would
    /// take longer.
    bool data_of_a_task() const { return config.parallel == ParallelLoop::Jc && whole_panels(); }

    bool fits_stack() const {
        const std::int64_t columns = std::max(size.NC, NR()), bytes = problem.accumulator.bytes();
        return bound && problem.extent(Role::Batch) * size.MC * (problem.extent(Role::K) + columns) * bytes <=
                            Winograd::most_on_stack;
    }

    /// rest, block, [panels], tile_row, tile, within: a tile of the output at a time, all of it unrolled.
    void store_tiles(StageScript stage, std::vector<Axis> within, const std::vector<Axis>& around) {
        const Axis rows = script.var("rows"), tile_row = script.var("tile_row"), row = script.var("row"),
                   column = script.var("column");
        const std::int64_t m = transforms.tile, block_rows = size.MC / transforms.tiles_across * m;
        stage.split(output.axis(transforms.down), block, rows, block_rows, TailStrategy::GuardWithIf)
            .split(rows, tile_row, row, m, TailStrategy::GuardWithIf)
            .split(output.axis(transforms.across), tile, column, m, TailStrategy::GuardWithIf)
            .unroll(column)
            .unroll(row);
        within.insert(within.begin() + 1, {column, row});
        within.insert(within.end(), {tile, tile_row});
        within.insert(within.end(), around.begin(), around.end());
        within.push_back(block);
        for (int d = 0; d < output.dimensions(); ++d)
            if (d != transforms.channels && d != transforms.across && d != transforms.down)
                within.push_back(output.axis(d));
        stage.reorder(within);
        if (config.parallel == ParallelLoop::Ic) stage.parallel(block);
        if (config.parallel == ParallelLoop::Jc) stage.parallel(panels);
        if (config.parallel == ParallelLoop::Batch) stage.parallel(within.back());
    }

    void store_by_panels() {
        const Axis columns = script.var("columns"), of_panel = script.var("of_panel"),
                   vector = script.var("vector"), lane = script.var("lane");
        StageScript stage = output.pure();
        stage.split(output.axis(transforms.channels), panels, columns, size.NC, TailStrategy::GuardWithIf)
            .split(columns, panel, of_panel, NR(), TailStrategy::GuardWithIf)
            .split(of_panel, vector, lane, config.lanes, TailStrategy::GuardWithIf)
            .vectorize(lane);
        store_tiles(stage, {lane, vector, panel}, {panels});
        for (std::size_t i = 0; i + 1 < transforms.back.size(); ++i)
            transform_back(transforms.back[i], output, panel);
    }

    /// Vectors of the output that do not lie in panels read tiles that were stored in panels before.
    void store_by_vectors() {
        const Axis vector = script.var("vector"), lane = script.var("lane");
        const int lanes =
            power_of_two_at_most(std::min<std::int64_t>(config.lanes, transforms.output_channels));
        StageScript stage = output.pure();
        stage
            .split(output.axis(transforms.channels), vector, lane, lanes,
                   bound ? TailStrategy::ShiftInwards : TailStrategy::GuardWithIf)
            .vectorize(lane);
        store_tiles(stage, {lane, vector}, {});
        const TransformStage& last = transforms.back.back();
        const Axis tile_vector = transform_back(last, output, tile);
        FuncScript tiles = script.func(last.func);
        for (std::size_t i = 0; i + 1 < transforms.back.size(); ++i)
            transform_back(transforms.back[i], tiles, tile_vector);
    }

    /// Loops of a stage that are neither its points nor its channel's.
    static std::vector<Axis> others(FuncScript& func, const TransformStage& stage) {
        std::vector<Axis> loops;
        for (int d = 0; d < func.dimensions(); ++d)
            if (d != stage.channel && std::count(stage.points.begin(), stage.points.end(), d) == 0)
                loops.push_back(func.axis(d));
        return loops;
    }

    /// others, vector, points, lane. The loop over vectors.
    Axis all_points_of_vectors(FuncScript& func, const TransformStage& stage, int lanes, TailStrategy tail) {
        const Axis vector = script.var("vector"), lane = script.var("lane");
        StageScript pure = func.pure();
        pure.split(func.axis(stage.channel), vector, lane, lanes, tail).vectorize(lane);
        std::vector<Axis> order = {lane};
        for (int point : stage.points) {
            pure.unroll(func.axis(point));
            order.push_back(func.axis(point));
        }
        order.push_back(vector);
        const std::vector<Axis> around = others(func, stage);
        order.insert(order.end(), around.begin(), around.end());
        pure.reorder(order);
        return vector;
    }

    /// The same, computed at a loop of another Func.
    Axis transform(const TransformStage& stage, FuncScript& site, const Axis& at, int lanes,
                   TailStrategy tail) {
        FuncScript func = script.func(stage.func);
        func.compute_at(site, at);
        return all_points_of_vectors(func, stage, lanes, tail);
    }

    /// For a panel of a tile, or vectors of it.
    Axis transform_back(const TransformStage& stage, FuncScript& site, const Axis& at) {
        return transform(stage, site, at, config.lanes, TailStrategy::RoundUp);
    }

    Axis axis(Role role) { return script.existing_var(loop(role).name); }

    /// All points of a block: others, points, ir, k, row, vector, lane.
    void multiply() {
        const Axis ir = script.var("ir"), row = script.var("row");
        products.compute_at(output, whole_panels() ? panels : block);
        StageScript copy = products.pure();
        copy.split(axis(Role::M), ir, row, config.MR,
                   bound ? TailStrategy::ShiftInwards : TailStrategy::RoundUp);
        multiply_loops(copy, row, {ir});
        contraction.compute_at(products, ir);
        StageScript zero = contraction.pure(), sum = contraction.update();
        multiply_loops(zero, axis(Role::M), {});
        multiply_loops(sum, axis(Role::M), {script.existing_rvar(loop(Role::K).name)});
        if (bound) products.bound_extent(axis(Role::M), size.MC);
    }

    void multiply_loops(StageScript& stage, const Axis& row, const std::vector<Axis>& around) {
        const Axis vector = script.var("vector"), lane = script.var("lane");
        stage.split(axis(Role::N), vector, lane, config.lanes, TailStrategy::RoundUp)
            .vectorize(lane)
            .unroll(vector)
            .unroll(row);
        std::vector<Axis> order = {lane, vector, row};
        order.insert(order.end(), around.begin(), around.end());
        for (std::size_t l = 0; l < problem.loops.size(); ++l)
            if (problem.loops[l].role != Role::K && int(l) != problem.innermost(Role::N) &&
                int(l) != problem.innermost(Role::M))
                order.push_back(script.existing_var(problem.loops[l].name));
        stage.reorder(order);
    }

    /// Tiles of a block.
    void transform_data() {
        const Loop& k = loop(Role::K);
        const int lanes = power_of_two_at_most(std::min<std::int64_t>(config.lanes, k.extent));
        const bool overlap = k.source == ExtentSource::Bound;
        const Axis vector =
            transform(transforms.data.front(), output, data_of_a_task() ? panels : block, lanes,
                      overlap ? TailStrategy::ShiftInwards : TailStrategy::GuardWithIf);
        const Axis tiles = data.axis(problem.a.dimension_of(problem.innermost(Role::M)));
        if (bound) data.bound_extent(tiles, size.MC);
        for (std::size_t i = 1; i < transforms.data.size(); ++i)
            transform(transforms.data[i], data, vector, lanes, TailStrategy::GuardWithIf);
    }

    /// Once; threads share its lines of k in as many strips as there are tasks of the products.
    void transform_filter() {
        const TransformStage& stage = transforms.filter.front();
        FuncScript filter = script.func(stage.func);
        filter.compute_root();
        const Axis vector = all_points_of_vectors(filter, stage, config.lanes, TailStrategy::RoundUp);
        if (config.parallel != ParallelLoop::None) share_filter(filter, stage);
        for (std::size_t i = 1; i < transforms.filter.size(); ++i)
            transform(transforms.filter[i], filter, vector, config.lanes, TailStrategy::RoundUp);
    }

    /// strip, others, with a strip's lines in the place of k.
    void share_filter(FuncScript& filter, const TransformStage& stage) {
        const Axis strip = script.var("strip"), line = script.var("line");
        const Axis k = filter.axis(problem.b.dimension_of(problem.innermost(Role::K)));
        std::vector<Axis> order = others(filter, stage);
        for (Axis& around : order)
            if (around.id == k.id) around = line;
        order.push_back(strip);
        filter.pure()
            .split(k, strip, line, ceil_div(loop(Role::K).extent, config.tasks), TailStrategy::GuardWithIf)
            .reorder(order)
            .parallel(strip);
    }

    Script& script;
    const Problem& problem;
    const Transforms& transforms;
    const Config& config;
    const Winograd& size;
    const bool bound; // sizes hold at run time
    FuncScript output, contraction, products, data;
    const Axis block, panels, panel, tile;
};

} // namespace

void schedule(Script& script, const ContractionPlan& plan, const Winograd& winograd) {
    WinogradNest(script, plan, winograd).schedule();
}

} // namespace autoconfig
