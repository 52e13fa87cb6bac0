// See hand_schedules.h.
#include "autoconfig/extract/legality/hand_schedules.h"

#include "autoconfig/extract/scheduled.h"

#include <algorithm>

namespace autoconfig::extraction {

using namespace Halide::Internal;

namespace {

bool runs_on_gpu(ForType loop) {
    return loop == ForType::GPUBlock || loop == ForType::GPUThread || loop == ForType::GPULane;
}

bool has_gpu_loops(const Definition& definition) {
    const std::vector<Dim>& dims = definition.schedule().dims();
    return std::any_of(dims.begin(), dims.end(), [](const Dim& dim) { return runs_on_gpu(dim.for_type); }) ||
           std::any_of(definition.specializations().begin(), definition.specializations().end(),
                       [](const Specialization& one) { return has_gpu_loops(one.definition); });
}

bool is_on_gpu(const Function& function) {
    return (function.has_pure_definition() && has_gpu_loops(function.definition())) ||
           std::any_of(function.updates().begin(), function.updates().end(), has_gpu_loops);
}

/// For each Func that has to be within a loop of another, a Func that is computed there: itself, or one that
/// it reads directly or through Funcs that are inlined.
std::map<std::string, std::string> made_within_loops(const Graph& graph) {
    std::map<std::string, std::string> within;
    for (const std::string& name : graph.order) {
        const Node& node = graph.at(name);
        const ComputeSite site = compute_site(node.function);
        if (site == ComputeSite::Loop) within[name] = name;
        if (site != ComputeSite::Inlined || node.output) continue;
        for (const Stage& stage : node.stages)
            for (const Call* load : stage.loads)
                if (const auto found = within.find(load->name);
                    load->call_type == Call::Halide && found != within.end())
                    within.emplace(name, found->second);
    }
    return within;
}

/// Funcs that nobody but Funcs on a GPU read, directly or through each other.
std::set<std::string> made_on_gpu(const Graph& graph) {
    std::set<std::string> on_gpu;
    for (auto name = graph.order.rbegin(); name != graph.order.rend(); ++name) {
        const Node& node = graph.at(*name);
        const bool for_gpu = !node.consumers.empty() &&
                             std::all_of(node.consumers.begin(), node.consumers.end(),
                                         [&](const std::string& reader) { return on_gpu.count(reader) > 0; });
        const bool inside = compute_site(node.function) != ComputeSite::Root && for_gpu;
        if (inside || is_on_gpu(node.function)) on_gpu.insert(*name);
    }
    return on_gpu;
}

} // namespace

std::map<std::string, std::string> left_by_hand_schedules(const Graph& graph) {
    std::map<std::string, std::string> left;
    const bool by_hand = std::any_of(graph.nodes.begin(), graph.nodes.end(),
                                     [](const auto& node) { return node.second.scheduled; });
    if (!by_hand) return left;
    const auto leave = [&](const std::string& name, const std::string& why) {
        if (graph.nodes.count(name) && !graph.at(name).scheduled) left[name] = why;
    };
    for (const auto& [name, inner] : made_within_loops(graph))
        leave(name, "reads " + inner + ", which is computed within a loop by hand");
    for (const auto& [name, node] : graph.nodes) {
        leave(computed_within(node.function), name + " is computed within a loop of it by hand");
        for (const std::string& other : computed_with(node.function))
            leave(other, name + " is computed in loops of it by hand");
    }
    for (const std::string& name : made_on_gpu(graph)) leave(name, "only Funcs on a GPU read it");
    return left;
}

} // namespace autoconfig::extraction
