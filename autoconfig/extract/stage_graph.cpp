// One walk over the Graph, producers first; images are added where they are first read.
#include "autoconfig/extract/stage_graph.h"

#include "autoconfig/extract/access/affine.h"
#include "autoconfig/extract/access/conditions.h"
#include "autoconfig/extract/access/declared_region.h"
#include "autoconfig/extract/access/free_rows.h"
#include "autoconfig/extract/access/interleaved.h"
#include "autoconfig/extract/access/movement.h"
#include "autoconfig/extract/access/output_rows.h"
#include "autoconfig/extract/access/phases.h"
#include "autoconfig/extract/access/regions.h"
#include "autoconfig/extract/access/rows.h"
#include "autoconfig/extract/access/scattered.h"
#include "autoconfig/extract/depth.h"
#include "autoconfig/extract/legality/decisive_reads.h"
#include "autoconfig/extract/legality/defects.h"
#include "autoconfig/extract/legality/doubts.h"
#include "autoconfig/extract/legality/flag_products.h"
#include "autoconfig/extract/legality/lost_guards.h"
#include "autoconfig/extract/legality/repeated_reads.h"
#include "autoconfig/extract/legality/used_dimensions.h"
#include "autoconfig/extract/match/clipped.h"
#include "autoconfig/extract/stage_loops.h"
#include "autoconfig/extract/work.h"

#include <algorithm>
#include <cmath>

namespace autoconfig {

using namespace extraction;
using namespace Halide::Internal;
using Halide::Expr;

namespace {

class Builder {
    const bool strict_float;
    const Graph graph;
    const Regions regions;
    const UsedDimensions used;
    const std::set<std::string> deciding;
    StageGraph result;
    std::map<std::string, int> index;
    std::set<std::string> read_by_extern;

    void find_extern_arguments() {
        for (const auto& [name, node] : graph.nodes)
            if (node.function.has_extern_definition())
                for (const Halide::ExternFuncArgument& argument : node.function.extern_arguments())
                    if (argument.is_func()) read_by_extern.insert(Function(argument.func).name());
    }

    /// Is dimension d the same pure loop wherever a stage writes or reads its own Func?
    static bool is_free(const Node& node, std::size_t d) {
        const std::string& name = node.function.name();
        const auto is_loop = [&](const Expr& index) { return is_variable(index, node.function.args()[d]); };
        return std::all_of(node.stages.begin(), node.stages.end(), [&](const Stage& stage) {
            return is_loop(stage.args[d]) &&
                   std::all_of(stage.loads.begin(), stage.loads.end(), [&](const Call* load) {
                       return load->name != name || is_loop(load->args[d]);
                   });
        });
    }

    static bool has_predicate(const Node& node) {
        return std::any_of(node.stages.begin(), node.stages.end(),
                           [](const Stage& stage) { return stage.predicated(); });
    }

    static bool is_bounded(const Function& function, std::size_t d) {
        const auto& bounds = function.schedule().bounds();
        return std::any_of(bounds.begin(), bounds.end(), [&](const Halide::Internal::Bound& bound) {
            return bound.var == function.args()[d];
        });
    }

    std::string root_only(const Node& node, const FuncStages& func) const {
        if (node.function.has_extern_definition()) return "made by external code";
        if (read_by_extern.count(func.name)) return "read by external code";
        if (func.dimensions.empty()) return "has no dimension";
        if (std::none_of(func.dimensions.begin(), func.dimensions.end(),
                         [](const Dimension& d) { return d.free; }))
            return "every dimension is scattered to or scanned";
        return "";
    }

    std::vector<Dimension> dimensions_of(const Node& node) const {
        std::vector<Dimension> dimensions;
        const auto& spans = regions.of(node.function.name());
        for (std::size_t d = 0; d < node.function.args().size(); ++d) {
            const bool free = !node.stages.empty() && is_free(node, d);
            dimensions.push_back({node.function.args()[d], spans[d]->extent(), spans[d]->source, free,
                                  free && !has_predicate(node), is_bounded(node.function, d)});
        }
        return dimensions;
    }

    std::map<std::string, Span> reduced_loops(const Node& node, std::size_t s) const {
        std::map<std::string, Span> spans;
        for (const ReductionVariable& rvar : node.stages[s].rvars)
            spans[rvar.var] = regions.rvar(node.function.name(), s, rvar.var);
        return spans;
    }

    /// The image or Func behind a load; a Func that stands for an image is that image.
    int producer(const Call* load) {
        const auto known = index.find(load->name);
        if (known != index.end()) return known->second;
        FuncStages image;
        image.name = load->name;
        image.image = true;
        image.buffer = load->name;
        image.bytes = image.store_bytes = image.widest_bytes = load->type.bytes();
        for (std::size_t d = 0; d < load->args.size(); ++d) {
            const auto extent = declared(load, static_cast<int>(d)).extent;
            image.dimensions.push_back({std::to_string(d), extent ? extent->value : assumed_extent,
                                        extent ? extent->source : ExtentSource::Default, true});
        }
        return add(image);
    }

    int add(const FuncStages& func) {
        result.funcs.push_back(func);
        return index[func.name] = static_cast<int>(result.funcs.size()) - 1;
    }

    /// Is an index that a stage writes to a float of another Func, rounded?
    bool places_by_rounding(const Stage& stage) {
        return std::any_of(stage.args.begin(), stage.args.end(), [&](const Expr& index) {
            const std::vector<const Call*> loads = rounded_loads(index);
            return std::any_of(loads.begin(), loads.end(),
                               [&](const Call* load) { return !result.funcs[producer(load)].image; });
        });
    }

    /// Does stage s compute the same where a pure loop that moves no condition is split or trimmed?
    bool can_be_cut(const Node& node, std::size_t s) {
        const Stage& stage = node.stages[s];
        if (defects::applies(Defect::ShrinksSplitConditions) && stage.predicated() &&
            !is_picked_by_data(node, s))
            return false;
        return !defects::applies(Defect::PutsRoundedPlacesAtZero) || !places_by_rounding(stage);
    }

    /// Does one element of a Func, the stage's own or another, decide whether the stage is computed at all?
    bool picks_by_func(const Node& node, std::size_t s) {
        const std::vector<std::string> loops = moving_loops(node, s, regions);
        const std::vector<const Call*>& picked_by = node.stages[s].picked_by;
        return std::any_of(picked_by.begin(), picked_by.end(), [&](const Call* load) {
            const bool func = load->name == node.function.name() || !result.funcs[producer(load)].image;
            return func && reads_one_element(load, loops);
        });
    }

    /// As the innermost reduced loop goes on.
    static double reduced_step(const Expr& index, const Stage& stage) {
        if (stage.rvars.empty() || !uses_any(index, {stage.rvars.front().var})) return 0;
        const auto steps = affine(index, {stage.rvars.front().var});
        return steps ? static_cast<double>(steps->front()) : std::nan("");
    }

    /// Of what puts so many phases of a vector together: each of its registers takes elements of all.
    static double interleaved_bytes(const Stage& stage, int phases) {
        double bytes = 0;
        for (const Expr& value : stage.values) bytes += value.type().bytes();
        return phases > 1 ? phases * bytes : 0;
    }

    /// Where a reduced loop goes along rows as a pure one does, only vectors do.
    StageWork work_of_stage(const Node& node, std::size_t s, FuncStages& func) {
        const std::optional<Node> pure = with_pure_rows(node, s);
        StageWork work = stage_work(pure ? *pure : node, s, func);
        if (!pure) return work;
        work.along_rows = work.free_rows = true;
        work.pure_loop = -1;
        work.pure_loops.erase(work.pure_loops.begin());
        return work;
    }

    StageWork stage_work(const Node& node, std::size_t s, FuncStages& func) {
        const Stage& stage = node.stages[s];
        const auto& loops = node.function.args();
        const auto reduced = reduced_loops(node, s);
        StageWork work;
        describe_loops(work, node, s, reduced, func.dimensions, !func.decides && can_be_cut(node, s));
        work.any_order = work.reduction == Reduction::Sum && may_be_in_any_order(node, stage, strict_float);
        work.along_rows = s == 0 ? !loops.empty() : vectors_run_along_rows(node, s, work.any_order);
        std::vector<std::int64_t> extents;
        for (const Dimension& dimension : func.dimensions) extents.push_back(dimension.extent);
        const std::vector<Outcome> all = outcomes(stage, loops, extents);
        const Work arithmetic = work_of(stage, loops, graph, all);
        func.f64 = func.f64 || arithmetic.f64;
        func.narrow = func.narrow || (defects::applies(Defect::NarrowsDoubles) && arithmetic.narrow);
        func.loses_guards = func.loses_guards || loses_guards(stage);
        func.multiplies_flags = func.multiplies_flags || multiplies_flags(graph, stage);
        func.doubtful = func.doubtful || is_doubtful(stage);
        work.register_bytes = arithmetic.register_bytes;
        work.product_bytes = arithmetic.product_bytes;
        work.operations = arithmetic.operations;
        work.float_operations = arithmetic.float_operations;
        work.call_instructions = arithmetic.call_instructions;
        work.by_loops = arithmetic.by_loops;
        work.uses_loops = std::any_of(stage.values.begin(), stage.values.end(), [&](const Expr& value) {
            return uses_any_outside_loads(value, loops);
        });
        func.widest_bytes = std::max(func.widest_bytes, arithmetic.widest_bytes);
        func.picks =
            func.picks || (defects::applies(Defect::GuardsVectorsThatPick) && picks_by_func(node, s));
        std::vector<std::pair<int, std::vector<Expr>>> seen;
        for (const Call* load : stage.loads)
            if (load->name != node.function.name())
                add_read(work, load, loops, reduced, extents, stage, all, seen);
        func.goes_back = func.goes_back || (defects::applies(Defect::RefusesPlacesBeforeRows) &&
                                            std::any_of(work.reads.begin(), work.reads.end(), goes_back));
        std::vector<int> phases;
        for (std::size_t loop = 0; loop < loops.size(); ++loop)
            phases.push_back(
                std::max(phases_of(loops[loop], all), phases_along(loop, loops[loop], stage, work.reads)));
        work.register_bytes += interleaved_bytes(stage, phases.empty() ? 1 : phases.front());
        const double depth = depth_of(stage, graph);
        const Choice choice = choice_among(all, loops);
        for (Read& read : work.reads) {
            read.depth = depth;
            read.phases = phases;
            read.choice = choice;
        }
        // A clipped window reads within its padding, also beyond its condition.
        const bool clipped = stage.predicated() && s == 1 && clipped_window(node, regions);
        if (!clipped && picks_and_repeats(graph, node, stage))
            for (const Read& read : work.reads)
                if (FuncStages& producer = result.funcs[read.producer]; !producer.decides)
                    producer.kept = "read twice under a condition";
        return work;
    }

    /// Does a row of the reader lead backwards along one of the producer?
    static bool goes_back(const Read& read) {
        return !read.at.empty() && !read.at[0].slope.empty() && read.at[0].slope[0] < 0;
    }

    template<typename Seen>
    void add_read(StageWork& work, const Call* load, const std::vector<std::string>& loops,
                  const std::map<std::string, Span>& reduced, const std::vector<std::int64_t>& extents,
                  const Stage& stage, const std::vector<Outcome>& outcomes, Seen& seen) {
        const int from = producer(load);
        const auto same = [&](const auto& other) {
            return other.first == from &&
                   std::equal(other.second.begin(), other.second.end(), load->args.begin(), load->args.end(),
                              [](const Expr& a, const Expr& b) { return equal(a, b); });
        };
        if (std::any_of(seen.begin(), seen.end(), same)) return;
        seen.push_back({from, load->args});
        Read read;
        read.producer = from;
        read.narrow = load->type.bytes() < 4;
        read.share = share_of(load, stage, outcomes);
        for (const Expr& arg : load->args) {
            const Expr index = simplify(arg);
            read.at.push_back(movement(index, loops, reduced, extents));
            read.at.back().reduced_step = reduced_step(index, stage);
        }
        if (read.known() && used.hides_a_reader(load)) result.funcs[from].kept = "an index would go unread";
        const auto known = std::find_if(work.reads.begin(), work.reads.end(),
                                        [&](const Read& other) { return other.producer == from; });
        if (known == work.reads.end()) {
            work.reads.push_back(read);
            return;
        }
        known->merge(read);
    }

    void add_func(const std::string& name) {
        const Node& node = graph.at(name);
        FuncStages func;
        func.name = name;
        func.bytes = 0;
        func.store_bytes = 8;
        func.widest_bytes = 1;
        for (const Halide::Type& type : node.function.output_types()) {
            func.bytes += type.bytes();
            func.store_bytes = std::min(func.store_bytes, type.bytes());
        }
        func.dimensions = dimensions_of(node);
        func.image = passed_through(node) != nullptr && !node.output && !read_by_extern.count(name);
        func.output = node.output;
        func.read = node.output && !node.consumers.empty();
        if (func.image) func.buffer = passed_through(node)->name;
        if (func.image || func.output) {
            func.interleaved = interleaved(node, func.dimensions);
            func.any_stride = has_any_stride(node);
        }
        func.decides = deciding.count(name) > 0;
        func.kept = node.kept;
        func.inlinable =
            node.function.is_pure() && !node.scheduled && !node.output && !read_by_extern.count(name);
        func.by_hand = node.scheduled;
        func.fixed = node.scheduled || node.function.has_extern_definition();
        if (!func.image)
            for (std::size_t s = 0; s < node.stages.size(); ++s)
                func.stages.push_back(work_of_stage(node, s, func));
        func.root_only = root_only(node, func);
        add(func);
    }

public:
    Builder(const Halide::Pipeline& pipeline, bool strict_float)
        : strict_float(strict_float), graph(pipeline), regions(graph), used(graph),
          deciding(funcs_that_decide(graph, regions)) {
        find_extern_arguments();
        for (const std::string& name : graph.order) add_func(name);
        find_output_rows(result);
    }
    StageGraph take() { return std::move(result); }
};

} // namespace

StageGraph stage_graph(const Halide::Pipeline& pipeline, bool strict_float) {
    return Builder(pipeline, strict_float).take();
}

} // namespace autoconfig
