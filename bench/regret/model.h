// What the bench asks of the model: a shape's space and its costs. The bench itself links no model; the
// command line tool passes it in as a callback.
#pragma once

#include "bench/shapes.h"

#include <functional>
#include <string>
#include <vector>

namespace autoconfig::bench {

struct ModelledSpace {
    std::vector<std::string> configs; // Config::name(), best first
    std::vector<std::string> terms;   // names of all terms that a configuration has, in the order met
    /// Predicted seconds of each configuration, without the terms of that name; "" leaves none out.
    std::function<std::vector<double>(const std::string& without)> predicted_s;
};

/// Throws autoconfig::Error where the shape has no space.
using SpaceModel = std::function<ModelledSpace(const Shape& shape, int threads)>;

} // namespace autoconfig::bench
