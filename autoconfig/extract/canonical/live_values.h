// Which values of Tuples anybody reads.
#pragma once

#include "autoconfig/extract/graph.h"

#include <set>
#include <string>
#include <utility>

namespace autoconfig::extraction {

/// The values that outputs come from, by their Func and their place in its Tuple. Of a Func that may be
/// inlined each value reads for itself; others are computed as a whole.
class LiveValues {
public:
    explicit LiveValues(const Graph& graph);

    bool are_all(const Node& node) const;

private:
    const Graph& graph_;
    std::set<std::pair<std::string, int>> live_;

    void add(const Node& node, int value);
    void add_all(const Node& node);
};

} // namespace autoconfig::extraction
