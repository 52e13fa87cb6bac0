// Is a Func's update f(I) = f(I) + term, or the smaller or larger of the two, in place, once?
#pragma once

#include "autoconfig/extract/graph.h"

#include <string>

namespace autoconfig::extraction {

enum class Combine { Add, Least, Greatest };

struct CombinedTerm {
    Halide::Expr term; // the sum of several that are added
    Combine how = Combine::Add;
    int terms = 1;
    std::string refusal; // "product-reduction", ...; empty when there is a term

    /// What the update makes of the Func's value and another one.
    Halide::Expr with(const Halide::Expr& result, const Halide::Expr& value) const;
};

/// What the only update definition of a Func combines with it, over at least one reduced loop.
CombinedTerm combined_term(const Node& node);

} // namespace autoconfig::extraction
