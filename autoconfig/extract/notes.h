// What a reader of the report should know about the pipeline's sizes: bounds that override estimates, sizes
// that had to be assumed, what is declared smaller than it is read.
#pragma once

#include "autoconfig/extract/match/build_problem.h"

#include <set>
#include <string>
#include <vector>

namespace autoconfig::extraction {

/// The contraction, its consumer and its operands.
std::set<std::string> noted_with(const Found& found, const Graph& graph);

/// On the loops of a contraction and the Funcs noted with it. Each once.
std::vector<std::string> notes_on(const Found& found, const Graph& graph, const Regions& regions);

/// On every Func that `noted` does not hold. Each once.
std::vector<std::string> notes_on_others(const std::set<std::string>& noted, const Graph& graph,
                                         const Regions& regions);

} // namespace autoconfig::extraction
