// From the outputs to what they read.
#include "autoconfig/extract/canonical/live_values.h"

#include <algorithm>

namespace autoconfig::extraction {

using Halide::Internal::Call;

LiveValues::LiveValues(const Graph& graph) : graph_(graph) {
    for (const auto& [name, node] : graph.nodes)
        if (node.output) add_all(node);
}

bool LiveValues::are_all(const Node& node) const {
    for (int value = 0; value < node.function.outputs(); value++)
        if (live_.count({node.function.name(), value}) == 0) return false;
    return true;
}

void LiveValues::add_all(const Node& node) {
    for (int value = 0; value < node.function.outputs(); value++) add(node, value);
}

void LiveValues::add(const Node& node, int value) {
    const std::string& name = node.function.name();
    if (!live_.emplace(name, value).second) return;
    const auto read = [&](const Call* load) {
        const Node* producer = load->name == name ? nullptr : graph_.callee(load);
        if (producer) add(*producer, load->value_index);
    };
    if (node.stages.empty()) // an extern Func
        for (const auto& [other, producer] : graph_.nodes)
            if (std::count(producer.consumers.begin(), producer.consumers.end(), name) > 0) add_all(producer);
    if (node.inlinable()) {
        for (const Call* load : loads_in(node.stages[0].values[static_cast<std::size_t>(value)], true))
            read(load);
        return;
    }
    for (const Stage& stage : node.stages)
        for (const Call* load : stage.loads) read(load);
}

} // namespace autoconfig::extraction
