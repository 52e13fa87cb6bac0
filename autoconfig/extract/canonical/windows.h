// Windows whose loops can be gone through one after the other.
#pragma once

#include "autoconfig/extract/access/regions.h"
#include "autoconfig/extract/graph.h"

#include <optional>
#include <string>

namespace autoconfig::extraction {

/// A reduced loop that leads where a dimension of its Func does.
struct SeparableLoop {
    int dimension = 0;
    std::string loop;
};

/// That of the Func's only update, a sum, maximum or minimum of one value, where going through it apart from
/// the others takes at most half of the steps, and the windows lie close enough together along the dimension.
/// None of a float's sum under strict_float, which keeps its order.
std::optional<SeparableLoop> separable_loop(const Node& node, const Regions& regions, bool strict_float);

} // namespace autoconfig::extraction
