// A measured space beside what the model of today says of it: what everything in the report is worked out
// from.
#pragma once

#include "bench/regret/model.h"
#include "bench/regret/spaces.h"

#include <functional>
#include <string>
#include <vector>

namespace autoconfig::bench {

/// The configurations that were measured and that the model still has, in the model's order: best first.
struct Landscape {
    std::string op, shape;
    std::vector<std::string> configs;
    std::vector<double> seconds, weights; // a configuration
    std::vector<std::string> terms;
    std::function<std::vector<double>(const std::string& without)> predicted_s; // a configuration
    int unknown = 0; // configurations of the model's space that the measured ones do not stand for

    bool empty() const { return configs.empty(); }
};

Landscape landscape(const MeasuredSpace& measured, const ModelledSpace& modelled);

/// Seconds of the fastest.
double best_seconds(const Landscape& landscape);

} // namespace autoconfig::bench
