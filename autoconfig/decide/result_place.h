// Where the sum of a contraction goes, and how its tiles end there.
#pragma once

#include "autoconfig/extract/problem.h"
#include "autoconfig/space/config.h"

#include <string>

namespace autoconfig {

enum class ResultPlace {
    Consumer, // to tiles of the Func that reads it element by element
    Root,     // to a copy at root, which all of its readers read
    Output,   // to the output that it is, whose update adds it tile by tile
    Added     // to a copy of all of the output, which its update adds element by element
};

/// One contraction as it is scheduled.
struct ContractionPlan {
    Problem problem;
    Config config;
    ResultPlace result = ResultPlace::Consumer;
    std::string reason;   // for Added: why its tiles are not added one by one
    bool divided = false; // the register tile divides the result, whose sizes are bound
    /// Output: what adds a tile is unrolled as what makes it is. Halide 14 loses elements of a row where one
    /// of several guarded vectors lies wholly outside a constant extent; in a loop over these it does not.
    bool unrolled_adds = false;
    bool vector_adds = true; // Added: the output is read back in vectors
};

ContractionPlan legalise(const Problem& problem, const Config& config);

} // namespace autoconfig
