// Dense strides, constrained strides, and strides seen through inlined Funcs.
#include "autoconfig/extract/access/storage.h"

#include "autoconfig/extract/access/affine.h"

#include <algorithm>
#include <cstdlib>

namespace autoconfig::extraction {

using namespace Halide::Internal;

namespace {

using Constraints = std::vector<std::optional<Number>>;
using Extents = std::vector<std::int64_t>;

/// A dimension without a constraint lies outside those before it.
Strides dense(const Extents& extents, const Constraints& constraints) {
    Strides strides;
    std::int64_t next = 1;
    for (std::size_t d = 0; d < extents.size(); d++) {
        strides.push_back(constraints[d] ? constraints[d]->value : next);
        next = std::max(next, std::abs(strides[d]) * extents[d]);
    }
    return strides;
}

Extents extents_of(const Node& node, const Regions& regions) {
    Extents extents;
    for (const auto& dim : regions.of(node.function.name())) extents.push_back(dim->extent());
    return extents;
}

Layout of_image(const Call* load, const Extents& fallback) {
    Extents extents;
    Constraints constraints;
    bool run_time_strides = false;
    for (int d = 0; d < static_cast<int>(load->args.size()); d++) {
        const auto extent = declared(load, d).extent;
        extents.push_back(extent ? extent->value : fallback[d]);
        constraints.push_back(stride(load, d));
        run_time_strides = run_time_strides || (d > 0 && load->param.defined() && !constraints.back());
    }
    return {dense(extents, constraints), 0, run_time_strides};
}

/// The only thing an inlined Func reads at a place that its Vars move, or nullptr.
const Call* only_load(const Node& node) {
    const auto& args = node.function.args();
    const Call* only = nullptr;
    for (const Call* load : node.stages[0].loads) {
        const bool moves = std::any_of(load->args.begin(), load->args.end(),
                                       [&](const auto& index) { return uses_any(index, args); });
        if (!moves || (only && graph_equal(Halide::Expr(only), Halide::Expr(load)))) continue;
        if (only) return nullptr;
        only = load;
    }
    return only;
}

/// A load at v % size and v / size, in dimensions of their own or as parts of one index.
struct Panels {
    Halide::Expr over;     // v
    std::int64_t size = 0; // 0: no panels

    Halide::Expr number() const { return Div::make(over, static_cast<int>(size)); }

    /// An index in the first panel.
    Halide::Expr within(const Halide::Expr& index) const {
        if (size == 0) return index;
        const Halide::Expr first = substitute(number(), 0, index);
        return substitute(Mod::make(over, static_cast<int>(size)), over, first);
    }
    /// An index as the panel's number alone moves it, which is called `name`.
    Halide::Expr by_number(const Halide::Expr& index, const std::string& name) const {
        const Halide::Expr counted = substitute(number(), Variable::make(Halide::Int(32), name), index);
        return substitute(Mod::make(over, static_cast<int>(size)), 0, counted);
    }
};

struct Remainders : IRGraphVisitor {
    using IRGraphVisitor::visit;
    std::vector<const Mod*> all;
    void visit(const Mod* remainder) override { all.push_back(remainder); }
};

Panels panels_of(const Call* load) {
    Remainders remainders;
    for (const Halide::Expr& index : load->args) index.accept(&remainders);
    const auto* size = remainders.all.size() == 1 ? remainders.all[0]->b.as<IntImm>() : nullptr;
    if (!size) return {};
    const Panels panels{remainders.all[0]->a, size->value};
    for (const Halide::Expr& index : load->args)
        if (!substitute(panels.number(), 0, index).same_as(index)) return panels;
    return {};
}

/// Elements from a panel to the next, if each index is affine in its number.
std::optional<std::int64_t> step_of_panels(const Panels& panels, const Call* load, const Strides& strides) {
    std::int64_t step = 0;
    for (std::size_t d = 0; d < load->args.size(); d++) {
        const auto form = affine(panels.by_number(load->args[d], "panel"), {"panel"});
        if (!form) return std::nullopt;
        step += form->front() * strides[d];
    }
    return step;
}

/// Does each panel go on where the one before ends, so that they are none?
bool go_on(const Panels& panels, const Call* load, const Strides& strides, const Strides& of_vars,
           const std::vector<std::string>& args) {
    const auto* over = panels.over.as<Variable>();
    if (!over) return false;
    const auto var = std::find(args.begin(), args.end(), over->name);
    return var != args.end() &&
           step_of_panels(panels, load, strides) == panels.size * of_vars[var - args.begin()];
}

/// Along the Vars of an inlined Func of what it reads; nothing when an index is neither affine nor of panels.
std::optional<Layout> seen_through(const Node& node, const Call* load, const Layout& layout) {
    const auto& args = node.function.args();
    const Panels panels = panels_of(load);
    Layout result{Strides(node.dimensions(), 0), panels.size > 0 ? panels.size : layout.panel,
                  layout.run_time_strides};
    for (std::size_t d = 0; d < load->args.size(); d++) {
        const auto form = affine(panels.within(load->args[d]), args);
        if (!form) return std::nullopt;
        for (std::size_t v = 0; v < args.size(); v++) result.strides[v] += (*form)[v] * layout.strides[d];
    }
    if (panels.size > 0 && go_on(panels, load, layout.strides, result.strides, args))
        result.panel = layout.panel;
    return result;
}

Layout of_load(const Call* load, const Extents& fallback, const Graph& graph, const Regions& regions,
               const Placement& placement) {
    const Node* node = graph.callee(load);
    if (!node) return of_image(load, fallback);
    const Extents extents = extents_of(*node, regions);
    const Call* inner = placement.inlined(load) ? only_load(*node) : nullptr;
    if (inner && (graph.callee(inner) || inner->args.size() == extents.size())) {
        const auto seen = seen_through(*node, inner, of_load(inner, extents, graph, regions, placement));
        if (seen) return *seen;
    }
    return {dense(extents, Constraints(extents.size()))};
}

} // namespace

Layout layout_of(const Call* load, const Graph& graph, const Regions& regions, const Placement& placement) {
    return of_load(load, Extents(load->args.size(), assumed_extent), graph, regions, placement);
}

Strides strides_of(const Node& node, const Regions& regions) {
    const Extents extents = extents_of(node, regions);
    Constraints constraints(extents.size());
    if (node.output && !node.function.output_buffers().empty())
        for (std::size_t d = 0; d < extents.size(); d++)
            constraints[d] = number(node.function.output_buffers()[0].stride_constraint(static_cast<int>(d)));
    return dense(extents, constraints);
}

} // namespace autoconfig::extraction
