// See operands.h.
#include "autoconfig/extract/canonical/operands.h"

#include "autoconfig/extract/match/factors.h"
#include "autoconfig/extract/match/product.h"

#include <algorithm>
#include <string>
#include <vector>

namespace autoconfig::extraction {

using Halide::Internal::Call;

namespace {

bool is_multiply_add(const Product& product) { return product.refusal.empty() && !product.step; }

bool is_of_floats(const Node& node) { return node.function.output_types()[0].is_float(); }

} // namespace

double OperandUses::of(const Call* load, const Call* other, const Node& node) {
    if (!regions_) regions_.emplace(graph_);
    const std::vector<std::string> loops = node.function.args(), without = other_loops(load, loops),
                                   without_other = other_loops(other, loops);
    double elements = 1;
    for (std::size_t d = 0; d < loops.size(); d++)
        if (std::count(without.begin(), without.end(), loops[d]) > 0 &&
            std::count(without_other.begin(), without_other.end(), loops[d]) == 0)
            if (const auto& span = regions_->of(node.function.name())[d])
                elements *= static_cast<double>(span->extent());
    return elements;
}

bool may_join_operands(const Node& node, const Graph& graph) {
    return node.function.updates().size() == 1 && is_of_floats(node) &&
           !is_multiply_add(find_product(node, graph));
}

bool may_name_operands(const Node& node, const Graph& graph, OperandUses& uses) {
    constexpr double a_tile = 4;
    if (node.function.updates().size() != 1) return false;
    const Product product = find_product(node, graph);
    if (!is_multiply_add(product)) return false;
    const Call *first = product.first.load, *second = product.second.load;
    return is_of_floats(node) ||
           (uses.of(first, second, node) >= a_tile && uses.of(second, first, node) >= a_tile);
}

} // namespace autoconfig::extraction
