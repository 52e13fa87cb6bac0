// Walks from a contraction to the last elementwise consumer.
#include "autoconfig/extract/match/chain.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace autoconfig::extraction {

using namespace Halide::Internal;

namespace {

using Position = std::vector<int>;

/// Which of the consumer's dimensions each index is; nothing unless they are all of them, each once.
std::optional<Position> permutation(const Call* load, const std::vector<std::string>& vars) {
    if (load->args.size() != vars.size()) return std::nullopt;
    Position position;
    for (const Halide::Expr& index : load->args) {
        const auto* variable = index.as<Variable>();
        const auto var = variable ? std::find(vars.begin(), vars.end(), variable->name) : vars.end();
        const int d = static_cast<int>(var - vars.begin());
        if (var == vars.end() || std::find(position.begin(), position.end(), d) != position.end())
            return std::nullopt;
        position.push_back(d);
    }
    return position;
}

/// How an elementwise consumer reads its producer; nothing when it is not one.
std::optional<Position> elementwise(const Node& consumer, const std::string& producer) {
    if (!consumer.inlinable()) return std::nullopt;
    std::optional<Position> position;
    for (const Call* load : consumer.stages[0].loads) {
        if (load->name != producer) continue;
        const auto here = permutation(load, consumer.function.args());
        if (!here || (position && *position != *here)) return std::nullopt;
        position = here;
    }
    return position;
}

} // namespace

std::vector<Link> elementwise_chain(const Graph& graph, const std::string& func) {
    std::vector<Link> chain;
    Link link = {func, Position(graph.at(func).dimensions())};
    std::iota(link.position.begin(), link.position.end(), 0);
    while (!graph.at(link.func).output && graph.at(link.func).consumers.size() == 1) {
        const std::string& consumer = graph.at(link.func).consumers[0];
        const auto step = elementwise(graph.at(consumer), link.func);
        if (!step) break;
        for (int& d : link.position) d = (*step)[d];
        link.func = consumer;
        chain.push_back(link);
    }
    return chain;
}

} // namespace autoconfig::extraction
