// Puts what was found about one contraction into a Problem.
#pragma once

#include "autoconfig/extract/access/regions.h"
#include "autoconfig/extract/arithmetic.h"
#include "autoconfig/extract/match/chain.h"
#include "autoconfig/extract/match/index_map.h"

#include <vector>

namespace autoconfig::extraction {

struct Found {
    const Node* node = nullptr;
    Product product;
    IndexMap map;
    std::vector<Link> chain; // its last Func is the consumer
    std::optional<ClippedWindow> clipped;

    /// Where the result is stored: the consumer, or the contraction itself.
    const std::string& stored_in() const { return chain.empty() ? node->function.name() : chain.back().func; }
};

Problem build_problem(const Found& found, const Graph& graph, const Regions& regions,
                      const Placement& placement, Arithmetic& arithmetic);

/// Loops of a contraction with their extents, in the order of its IndexMap.
std::vector<Span> loop_spans(const Found& found, const Regions& regions);

} // namespace autoconfig::extraction
