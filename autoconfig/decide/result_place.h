// Where the sum of a contraction goes.
#pragma once

#include "autoconfig/decide/bodies.h"

#include <vector>

namespace autoconfig {

enum class ResultPlace {
    Consumer, // to tiles of the Func that reads it element by element
    Root,     // to a copy at root, which all of its readers read
    Added     // to a copy of all of the output that it is, whose update adds it element by element
};

/// One contraction as it is scheduled.
struct ContractionPlan {
    Problem problem;
    Config config; // at the sizes that are known or expected
    ResultPlace result = ResultPlace::Consumer;
    std::vector<Body> bodies;                 // by size; one where sizes are known or cannot be asked for
    std::optional<AtLeast> threads_from = {}; // fewer steps run on one thread
};

/// With a single body, of that configuration.
ContractionPlan legalise(const Problem& problem, const Config& config);

} // namespace autoconfig
