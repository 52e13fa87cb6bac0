// Says what Regions found out about declarations.
#include "autoconfig/extract/notes.h"

#include "autoconfig/extract/access/declared_region.h"

#include <algorithm>
#include <cmath>

namespace autoconfig::extraction {

using namespace Halide::Internal;

namespace {

/// "x of blur"; "dimension 0 of input" for the Func of an image.
std::string dimension_name(const Node& node, int d) {
    const Call* image = node.output ? nullptr : passed_through(node);
    return image ? "dimension " + std::to_string(d) + " of " + image->name
                 : node.function.args()[d] + " of " + node.function.name();
}

class Notes {
    const Graph& graph;
    const Regions& regions;

    void add(const std::string& subject, const std::string& text) {
        const std::string note = subject + ": " + text;
        if (!text.empty() && std::find(notes.begin(), notes.end(), note) == notes.end())
            notes.push_back(note);
    }

public:
    Notes(const Graph& graph, const Regions& regions) : graph(graph), regions(regions) {}
    std::vector<std::string> notes;

    void on_declarations(const std::string& func) {
        const Node& node = graph.at(func);
        for (int d = 0; d < node.dimensions(); d++) add(dimension_name(node, d), regions.conflict(func, d));
    }

    void on_loop(const std::string& name, const Span& span) {
        if (span.source == ExtentSource::Default)
            add(name, "neither bound nor estimate, " + std::to_string(span.extent()) + " assumed");
    }

    void on_clipped(const ClippedWindow& clipped) {
        add("RDom::where", std::to_string(std::llround(100 * clipped.kept)) + " % of the products are left");
    }

    void on_loops(const std::string& func) {
        const Node& node = graph.at(func);
        for (int d = 0; d < node.dimensions() && node.output; d++)
            on_loop(dimension_name(node, d), *regions.of(func)[d]);
        for (std::size_t s = 0; s < node.stages.size(); s++)
            for (const ReductionVariable& rvar : node.stages[s].rvars)
                on_loop(rvar.var + " of " + func, regions.rvar(func, s, rvar.var));
    }
};

} // namespace

std::set<std::string> noted_with(const Found& found, const Graph& graph) {
    std::set<std::string> funcs{found.node->function.name(), found.stored_in()};
    for (const Call* load : {found.product.first.load, found.product.second.load})
        if (graph.callee(load)) funcs.insert(load->name);
    return funcs;
}

std::vector<std::string> notes_on(const Found& found, const Graph& graph, const Regions& regions) {
    Notes notes(graph, regions);
    for (const std::string& func : noted_with(found, graph)) notes.on_declarations(func);
    const std::vector<Span> spans = loop_spans(found, regions);
    for (std::size_t l = 0; l < spans.size(); l++) notes.on_loop(found.map.loops[l], spans[l]);
    if (found.clipped) notes.on_clipped(*found.clipped);
    return notes.notes;
}

std::vector<std::string> notes_on_others(const std::set<std::string>& noted, const Graph& graph,
                                         const Regions& regions) {
    Notes notes(graph, regions);
    for (const std::string& func : graph.order) {
        if (noted.count(func)) continue;
        notes.on_declarations(func);
        notes.on_loops(func);
    }
    return notes.notes;
}

} // namespace autoconfig::extraction
