// What a reader of the report should know about the input's sizes.
#pragma once

#include "autoconfig/extract/build_problem.h"

#include <string>
#include <vector>

namespace autoconfig::extraction {

/// Bounds that override estimates, sizes that had to be assumed, inputs declared smaller than they are
/// read. Each once.
std::vector<std::string> notes_on(const Found& found, const Graph& graph, const Regions& regions);

} // namespace autoconfig::extraction
