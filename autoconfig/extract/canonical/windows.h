// Windows whose loops can be gone through one after the other.
#pragma once

#include "autoconfig/extract/access/regions.h"
#include "autoconfig/extract/canonical/separated_window.h"
#include "autoconfig/extract/graph.h"

#include <optional>
#include <string>

namespace autoconfig::extraction {

/// Does the Func's only update add up each of its values, or find its maximum or minimum, over several loops,
/// in any order? No sum of floats under strict_float.
bool is_window(const Node& node, bool strict_float);

/// A reduced loop that leads where a dimension of its Func does.
struct SeparableLoop {
    int dimension = 0;
    std::string loop;
};

/// That of a window where going through it apart from the other loops takes at most half of the steps, and
/// the windows lie close enough together along the dimension.
std::optional<SeparableLoop> separable_loop(const Node& window, const Regions& regions);

} // namespace autoconfig::extraction
