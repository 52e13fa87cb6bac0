// Is a Func's update f(I) = f(I) + term, in place, once?
#pragma once

#include "autoconfig/extract/graph.h"

#include <string>

namespace autoconfig::extraction {

struct AddedTerm {
    Halide::Expr term;
    std::string refusal; // "min-reduction", ...; empty when there is a term
};

/// What the only update definition of a Func adds to it, over at least one reduced loop.
AddedTerm added_term(const Node& node);

} // namespace autoconfig::extraction
