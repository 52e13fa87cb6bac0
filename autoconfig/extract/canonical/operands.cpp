// See operands.h.
#include "autoconfig/extract/canonical/operands.h"

#include "autoconfig/extract/access/affine.h"
#include "autoconfig/extract/match/product.h"

#include <algorithm>
#include <string>
#include <vector>

namespace autoconfig::extraction {

using Halide::Internal::Call;

namespace {

bool is_multiply_add(const Product& product) { return product.refusal.empty() && !product.step; }

bool is_of_floats(const Node& node) { return node.function.output_types()[0].is_float(); }

bool moves(const std::string& loop, const Call* load) {
    return std::any_of(load->args.begin(), load->args.end(),
                       [&](const Halide::Expr& index) { return uses_any(index, {loop}); });
}

/// Elements of the result that an element of one load is multiplied for: those of pure loops that move the
/// other load alone.
double uses(const Call* load, const Call* other, const Node& node, const Regions& regions) {
    const std::vector<std::string> loops = node.function.args();
    double elements = 1;
    for (std::size_t d = 0; d < loops.size(); d++)
        if (moves(loops[d], other) && !moves(loops[d], load))
            if (const auto& span = regions.of(node.function.name())[d])
                elements *= static_cast<double>(span->extent());
    return elements;
}

} // namespace

bool may_join_operands(const Node& node, const Graph& graph) {
    return node.function.updates().size() == 1 && is_of_floats(node) &&
           !is_multiply_add(find_product(node, graph));
}

bool may_name_operands(const Node& node, const Graph& graph, const Regions& regions) {
    constexpr double a_tile = 4;
    if (node.function.updates().size() != 1) return false;
    const Product product = find_product(node, graph);
    if (!is_multiply_add(product)) return false;
    const Call *first = product.first.load, *second = product.second.load;
    return is_of_floats(node) ||
           (uses(first, second, node, regions) >= a_tile && uses(second, first, node, regions) >= a_tile);
}

} // namespace autoconfig::extraction
