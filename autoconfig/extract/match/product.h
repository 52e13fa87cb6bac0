// Takes an update definition apart: is it f(I) = f(I) + A * B, or does it combine f(I) with another function
// of A and B, and what are these?
#pragma once

#include "autoconfig/extract/graph.h"
#include "autoconfig/extract/problem.h"

#include <optional>
#include <string>
#include <vector>

namespace autoconfig::extraction {

/// One operand: a load and the pointwise arithmetic around it.
struct Side {
    const Halide::Internal::Call* load = nullptr;
    std::vector<Halide::Expr> factors; // each reads `load` and nothing else that a loop moves
};

struct Product {
    Side first, second;                // in the order they are written
    std::vector<Halide::Expr> scalars; // factors that no loop moves
    std::optional<GeneralStep> step;   // none: a multiply-add
    std::vector<std::string> through;  // inlined Funcs by which the operands are read; none: the Func itself
    std::string refusal;               // why there is none; empty when there is

    static Product refused(const std::string& reason);
};

/// The product that update 0 of a Func adds to itself, or any other function of two operands that it combines
/// with itself. Looks into an inlined Func that holds all of it (prod(x, y, k) = A(k, y) * B(x, k), added as
/// prod(x, y, k)).
Product find_product(const Node& node, const Graph& graph);

/// Names of the loops of an update, by default the first: pure Vars in the order of the Func's dimensions,
/// then reduced loops.
std::vector<std::string> loop_names(const Node& node, std::size_t stage = 1);

} // namespace autoconfig::extraction
