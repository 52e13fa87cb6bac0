// See read_outputs.h.
#include "schedules/read_outputs.h"

#include "autoconfig/extract/graph.h"
#include "autoconfig/extract/legality/defects.h"

#include <algorithm>

namespace autoconfig {

using extraction::Graph;
using extraction::Node;

namespace {

bool begins_where_stated(const Node& output) {
    const auto& buffers = output.function.output_buffers();
    return output.dimensions() > 0 && std::any_of(buffers.begin(), buffers.end(), [](const auto& buffer) {
               return buffer.min_constraint(0).defined();
           });
}

/// Is it read in an RDom::where? Halide asks that outside of all that it computes, where there is no copy.
bool picks_elements(const Graph& graph, const std::string& func) {
    if (!defects::applies(Defect::ReadsPickedOutputsFirst)) return false;
    return std::any_of(graph.nodes.begin(), graph.nodes.end(), [&](const auto& node) {
        const auto& stages = node.second.stages;
        return std::any_of(stages.begin(), stages.end(), [&](const extraction::Stage& stage) {
            return std::any_of(stage.picked_by.begin(), stage.picked_by.end(),
                               [&](const auto* load) { return load->name == func; });
        });
    });
}

bool needs_copy(const Graph& graph, const Node& node) {
    return node.output && !node.consumers.empty() && begins_where_stated(node) &&
           node.function.schedule().wrappers().empty() && !picks_elements(graph, node.function.name());
}

} // namespace

std::vector<GenericStep> copy_outputs_for_readers(Script& script, const Halide::Pipeline& pipeline) {
    if (!defects::applies(Defect::AlignsOutputsThatAreRead)) return {};
    const Graph graph(pipeline);
    std::vector<GenericStep> steps;
    for (const std::string& name : graph.order) {
        if (!needs_copy(graph, graph.at(name))) continue;
        FuncScript output = script.func(name);
        FuncScript copy = output.in(output.id() + "_copy");
        copy.compute_root();
        if (copy.dimensions() > 1) copy.pure().parallel(copy.axis(copy.dimensions() - 1));
        steps.push_back({name, "copied for the Funcs that read it: its buffer may begin anywhere"});
    }
    return steps;
}

} // namespace autoconfig
