// Compares what was declared with what was found.
#include "autoconfig/extract/notes.h"

#include "autoconfig/extract/declared_region.h"

#include <algorithm>

namespace autoconfig::extraction {

using namespace Halide::Internal;

namespace {

class Notes {
    const Found& found;
    const Graph& graph;
    const Regions& regions;
    const std::vector<Span> spans = loop_spans(found, regions);

    void add(const std::string& subject, const std::string& text) {
        const std::string note = subject + ": " + text;
        if (!text.empty() && std::find(notes.begin(), notes.end(), note) == notes.end())
            notes.push_back(note);
    }

    void on_pure_loops() {
        const auto& loops = found.map.loops;
        for (std::size_t d = 0; d < found.map.pure; d++) {
            add(loops[d], regions.conflict(found.node->function.name(), static_cast<int>(d)));
            if (!found.chain.empty()) {
                const Link& last = found.chain.back();
                add(loops[d], regions.conflict(last.func, last.position[d]));
            }
        }
    }

    void on_assumed() {
        for (std::size_t l = 0; l < spans.size(); l++)
            if (spans[l].source == ExtentSource::Default)
                add(found.map.loops[l],
                    "neither bound nor estimate, " + std::to_string(spans[l].extent()) + " assumed");
    }

    void on_operand(const Call* load) {
        const Node* node = graph.callee(load);
        if (!node || !passed_through(*node)) return;
        std::map<std::string, Span> loops;
        for (std::size_t l = 0; l < spans.size(); l++) loops[found.map.loops[l]] = spans[l];
        for (std::size_t d = 0; d < load->args.size(); d++) {
            const int dimension = static_cast<int>(d);
            if (const auto* loop = load->args[d].as<Variable>(); loop && loops.count(loop->name))
                add(loop->name, regions.conflict(load->name, dimension));
            const auto read = span(simplify(load->args[d]), loops);
            const auto extent = declared(*node, dimension).extent;
            if (read && extent && read->extent() > extent->value)
                add(passed_through(*node)->name, "dimension " + std::to_string(d) + " has " +
                                                     std::to_string(extent->value) + " elements, " +
                                                     std::to_string(read->extent()) + " are read");
        }
    }

public:
    Notes(const Found& found, const Graph& graph, const Regions& regions)
        : found(found), graph(graph), regions(regions) {
        on_pure_loops();
        on_operand(found.product.first.load);
        on_operand(found.product.second.load);
        on_assumed();
    }
    std::vector<std::string> notes;
};

} // namespace

std::vector<std::string> notes_on(const Found& found, const Graph& graph, const Regions& regions) {
    return Notes(found, graph, regions).notes;
}

} // namespace autoconfig::extraction
