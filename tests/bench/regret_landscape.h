// Measured spaces made up for tests.
#pragma once

#include "bench/regret/landscape.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace autoconfig::bench {

/// Configurations as the model ranks them, with measured seconds. `predicted` holds the predictions for a
/// term left out; "" those of the whole model.
inline Landscape made_up(const std::vector<std::pair<std::string, double>>& measured,
                         const std::map<std::string, std::vector<double>>& predicted) {
    Landscape landscape;
    landscape.op = "matmul";
    landscape.shape = "1x2x3 NN";
    for (const auto& [config, seconds] : measured) {
        landscape.configs.push_back(config);
        landscape.seconds.push_back(seconds);
        landscape.weights.push_back(1);
    }
    for (const auto& [term, seconds] : predicted)
        if (!term.empty()) landscape.terms.push_back(term);
    landscape.predicted_s = [predicted](const std::string& without) {
        const auto found = predicted.find(without);
        return found == predicted.end() ? predicted.at("") : found->second;
    };
    return landscape;
}

} // namespace autoconfig::bench
