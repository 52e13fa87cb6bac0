// Pairs measured configurations with modelled ones by their names.
#include "bench/regret/landscape.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace autoconfig::bench {

Landscape landscape(const MeasuredSpace& measured, const ModelledSpace& modelled) {
    std::map<std::string, const MeasuredConfig*> by_name;
    for (const MeasuredConfig& config : measured.configs) by_name[config.name] = &config;
    Landscape result;
    result.op = measured.shape.op();
    result.shape = measured.shape.name();
    result.terms = modelled.terms;
    std::vector<std::size_t> known;
    double represented = static_cast<double>(measured.failed.size());
    for (std::size_t i = 0; i < modelled.configs.size(); ++i) {
        const auto found = by_name.find(modelled.configs[i]);
        if (found == by_name.end()) continue;
        known.push_back(i);
        result.configs.push_back(found->first);
        result.seconds.push_back(found->second->seconds);
        result.weights.push_back(found->second->weight);
        represented += found->second->weight;
    }
    result.unknown =
        std::max(0, static_cast<int>(modelled.configs.size()) - static_cast<int>(std::llround(represented)));
    result.predicted_s = [known, all = modelled.predicted_s](const std::string& without) {
        const std::vector<double> predicted = all(without);
        std::vector<double> of_known;
        for (std::size_t i : known) of_known.push_back(predicted[i]);
        return of_known;
    };
    return result;
}

double best_seconds(const Landscape& landscape) {
    return *std::min_element(landscape.seconds.begin(), landscape.seconds.end());
}

} // namespace autoconfig::bench
