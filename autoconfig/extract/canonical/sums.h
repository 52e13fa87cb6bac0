// Which sums of several products become sums of one, value by value or update by update.
#pragma once

#include "autoconfig/extract/canonical/operands.h"
#include "autoconfig/extract/canonical/summed_products.h"
#include "autoconfig/extract/graph.h"

#include <optional>
#include <string>
#include <vector>

namespace autoconfig::extraction {

/// The loops of both operands, each in the order of its dimensions.
struct OperandLoops {
    std::vector<std::string> columns, rows;
};

/// Of the only update of a Func of floats, where each value adds products to itself, of which the same pure
/// loops lead to the factors that dimension 0 leads to, and the same others to the rest; with tiles' worth
/// of elements for each to be used for. None where there is one value and adds one product: that is one.
std::optional<OperandLoops> summed_products(const Node& node, OperandUses& uses);

/// Has a Func several updates, each of which adds products to its values, such that each would be a sum of
/// products by itself?
bool adds_products_in_turn(const Node& node, OperandUses& uses);

} // namespace autoconfig::extraction
