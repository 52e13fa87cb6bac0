// See operands.h.
#include "autoconfig/extract/canonical/operands.h"

#include "autoconfig/extract/match/product.h"

#include <string>
#include <vector>

namespace autoconfig::extraction {

using Halide::Internal::Call;

namespace {

bool is_multiply_add(const Product& product) { return product.refusal.empty() && !product.step; }

bool is_of_floats(const Node& node) { return node.function.output_types()[0].is_float(); }

} // namespace

double OperandUses::of(const LoopSet& own, const LoopSet& other, const Node& node) {
    if (!regions_) regions_.emplace(graph_);
    const std::vector<std::string> pure = node.function.args();
    double elements = 1;
    for (std::size_t d = 0; d < pure.size(); d++)
        if (other.count(pure[d]) > 0 && own.count(pure[d]) == 0)
            if (const auto& span = regions_->of(node.function.name())[d])
                elements *= static_cast<double>(span->extent());
    return elements;
}

double OperandUses::of(const Call* load, const Call* other, const Node& node) {
    const std::vector<std::string> pure = node.function.args();
    return of(loops_of(Halide::Expr(load), pure), loops_of(Halide::Expr(other), pure), node);
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
