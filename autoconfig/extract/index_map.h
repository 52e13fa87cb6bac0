// A contraction's loops and index maps, before anything is known about sizes.
#pragma once

#include "autoconfig/extract/graph.h"
#include "autoconfig/extract/problem.h"
#include "autoconfig/extract/product.h"

#include <string>
#include <vector>

namespace autoconfig::extraction {

using Coefficients = std::vector<std::vector<std::int64_t>>; // [dimension][loop]

struct IndexMap {
    std::vector<std::string> loops; // pure in the order of the Func's dimensions, then reduced
    std::size_t pure = 0;           // how many of them are pure
    Coefficients first, second;     // of the product's two sides
    std::string refusal;            // why this is no contraction; empty when it is one
};

IndexMap index_map(const Node& node, const Product& product);

/// Does any dimension depend on the loop?
bool indexes(const Coefficients& map, std::size_t loop);

/// Role of every loop when `a` and `b` are those operands' maps; see Role.
std::vector<Role> roles(std::size_t loops, std::size_t pure, const Coefficients& a, const Coefficients& b);

} // namespace autoconfig::extraction
