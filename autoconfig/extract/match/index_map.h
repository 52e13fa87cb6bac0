// A contraction's loops and index maps, before anything is known about sizes.
#pragma once

#include "autoconfig/extract/graph.h"
#include "autoconfig/extract/match/groups.h"
#include "autoconfig/extract/match/product.h"
#include "autoconfig/extract/problem.h"

#include <optional>
#include <string>
#include <vector>

namespace autoconfig::extraction {

using Coefficients = std::vector<std::vector<std::int64_t>>; // [dimension][loop]

struct IndexMap {
    std::vector<std::string> loops; // pure in the order of the Func's dimensions, over groups, then reduced
    std::size_t dimensions = 0;     // of the Func
    std::size_t pure = 0;           // how many of the loops are pure
    std::optional<Groups> groups;   // of one of them
    Coefficients first, second;     // of the product's two sides
    std::string refusal;            // why this is no contraction; empty when it is one
};

IndexMap index_map(const Node& node, const Product& product, const Regions& regions);

/// Does any dimension depend on the loop?
bool indexes(const Coefficients& map, std::size_t loop);

/// Role of every loop of `map` when `a` and `b` are those operands' maps; see Role. A reduced loop that
/// shares an index with that over groups only is no window.
std::vector<Role> roles(const IndexMap& map, const Coefficients& a, const Coefficients& b);

} // namespace autoconfig::extraction
