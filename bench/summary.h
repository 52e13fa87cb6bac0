// Figures derived from results: speeds, ratios, regret.
#pragma once

#include "bench/results.h"

#include <optional>
#include <vector>

namespace autoconfig::bench {

double seconds(const Outcome& outcome); // median of its rounds
double gflops(const Shape& shape, const Outcome& outcome);
/// Of the one-thread peak times the threads.
double peak_fraction(const Results& results, const Shape& shape, const Outcome& outcome);
/// How many times as fast as `other` we are: the median over rounds of its time / ours.
double speedup(const Outcome& ours, const Outcome& other);

/// How ratios count in means: above 2 as 2, so that no outlier carries one; where ours alone failed, as 0.05.
constexpr double ratio_that_counts = 2, ratio_of_failure = 0.05;

struct Summary {
    double geomean = 0, median = 0, worst = 0;
};
Summary summary_of(const std::vector<double>& ratios); // as they count; at least one

/// Our contestant when it ran right; null otherwise.
const Outcome* ours(const ShapeResult& result);
/// The fastest right contestant of a kind or a family; null when there is none.
const Outcome* fastest(const ShapeResult& result, Kind kind);
const Outcome* fastest(const ShapeResult& result, const std::string& family);
/// Families in the order they first appear, ours left out.
std::vector<std::string> families(const Results& results);

/// Our choice against everything our space holds.
struct Oracle {
    std::string pick, best; // names of configurations
    int measured = 0;       // configurations that ran right
    int space = 0;          // configurations there are
    double regret = 0;      // median over rounds of time(pick) / time(best), minus 1
    double tau = 0;         // Kendall tau-b of predicted against measured time over the space
    double error = 0;       // predicted time of the pick / measured - 1
};
/// Nothing where no space was measured or our pick is not among what ran right.
std::optional<Oracle> oracle(const ShapeResult& result);

/// The results with the derived figures beside the measured ones: what results.json and the page hold.
nlohmann::json summarised(const Results& results);

} // namespace autoconfig::bench
