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

/// A load at v % size, ..., v / size, ...: panels of `size` elements.
struct Panels {
    std::int64_t size = 0; // 0: no panels
    std::size_t over = 0;  // dimension that counts them
};

Panels panels_of(const Call* load) {
    const auto* within = load->args.empty() ? nullptr : load->args[0].as<Mod>();
    const auto* size = within ? within->b.as<IntImm>() : nullptr;
    for (std::size_t d = 1; size && d < load->args.size(); d++)
        if (equal(load->args[d], Div::make(within->a, within->b))) return {size->value, d};
    return {};
}

/// Along the Vars of an inlined Func of what it reads; nothing when an index is neither affine nor of panels.
std::optional<Layout> seen_through(const Node& node, const Call* load, const Layout& layout) {
    const auto& args = node.function.args();
    const Panels panels = panels_of(load);
    Layout result{Strides(node.dimensions(), 0), panels.size > 0 ? panels.size : layout.panel,
                  layout.run_time_strides};
    for (std::size_t d = 0; d < load->args.size(); d++) {
        if (panels.size > 0 && d == panels.over) continue;
        const Halide::Expr& index = load->args[d];
        const auto form = affine(panels.size > 0 && d == 0 ? index.as<Mod>()->a : index, args);
        if (!form) return std::nullopt;
        for (std::size_t v = 0; v < args.size(); v++) result.strides[v] += (*form)[v] * layout.strides[d];
    }
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
