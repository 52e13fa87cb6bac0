// How well a prediction chooses, ranks and tells the time of what was measured.
#pragma once

#include "bench/regret/landscape.h"

#include <vector>

namespace autoconfig::bench {

/// Of one shape.
struct Judgement {
    double regret = 0; // seconds of the chosen configuration / seconds of the fastest - 1
    double tau = 0;    // Kendall tau-b of predicted against measured seconds; NaN where it has no value
    double error = 0;  // predicted / measured seconds of the chosen configuration - 1
};

/// The choice is the configuration of the least prediction, the first of equal ones.
Judgement judge(const Landscape& landscape, const std::vector<double>& predicted_s);

/// Of several shapes. NaN where none has a value.
struct RegretSummary {
    int shapes = 0;
    double regret = 0, p95 = 0, worst = 0; // geomean of the factors, 95th percentile, largest
    double tau = 0;                        // median
    double error = 0;                      // median of the magnitudes
};
RegretSummary summarise(const std::vector<Judgement>& judgements);

} // namespace autoconfig::bench
