// Which of its dimensions a Func's values depend on: what a reader says of the others is lost when the Func
// is inlined into it.
#pragma once

#include "autoconfig/extract/graph.h"

#include <map>
#include <string>
#include <vector>

namespace autoconfig::extraction {

class UsedDimensions {
public:
    explicit UsedDimensions(const Graph& graph);

    /// Does this load name elements by the values of another Func, in a dimension that is not used? Inlining
    /// would leave that Func without a reader, which Halide may not be able to lower where it has updates
    /// (LosesReadersOfUnusedIndices in defects.h).
    bool hides_a_reader(const Halide::Internal::Call* load) const;

private:
    std::vector<bool> used_by(const Node& node) const;

    const Graph& graph_;
    std::map<std::string, std::vector<bool>> used_; // of every Func that may be inlined
};

} // namespace autoconfig::extraction
