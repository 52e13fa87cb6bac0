// Which sums are of operands that are worth Funcs of their own.
#pragma once

#include "autoconfig/extract/access/regions.h"
#include "autoconfig/extract/canonical/loop_order.h"
#include "autoconfig/extract/graph.h"

#include <optional>

namespace autoconfig::extraction {

/// How often elements of operands are used. Sizes are found when they are first asked for.
class OperandUses {
public:
    explicit OperandUses(const Graph& graph) : graph_(graph) {}

    /// Elements of a Func's result that an element of one load is multiplied for: those of pure loops that
    /// move the other load alone.
    double of(const Halide::Internal::Call* load, const Halide::Internal::Call* other, const Node& node);
    /// The same of operands that these loops lead to.
    double of(const LoopSet& own, const LoopSet& other, const Node& node);

private:
    const Graph& graph_;
    std::optional<Regions> regions_;
};

/// Sums of floats that are not yet products of two operands.
bool may_join_operands(const Node& node, const Graph& graph);

/// Products of two operands: of floats, and of integers where a tile of several rows and columns multiplies
/// pairs (lowering/dot_products.h).
bool may_name_operands(const Node& node, const Graph& graph, OperandUses& uses);

} // namespace autoconfig::extraction
