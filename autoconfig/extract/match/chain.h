// The elementwise Funcs between a contraction and where its result is stored: its epilogue.
#pragma once

#include "autoconfig/extract/graph.h"

#include <string>
#include <vector>

namespace autoconfig::extraction {

/// One elementwise consumer further down.
struct Link {
    std::string func;
    std::vector<int> position; // dimension of `func` in which the contraction's dimension d runs
};

/// Follows the only consumer of `func` while it is unscheduled, pure, and reads its producer only at its
/// own Vars, each once (in any order). Stops at an output; empty when `func` is one.
std::vector<Link> elementwise_chain(const Graph& graph, const std::string& func);

} // namespace autoconfig::extraction
