// Times several ways to do the same work so that they can be compared: in turn, in another order each round,
// each for long enough to outlast the clock's grain, over enough rounds that medians settle.
#pragma once

#include <functional>
#include <vector>

namespace autoconfig::bench {

struct Protocol {
    double sample_s = 3e-3; // one timed sample repeats the call until it lasts this long
    double warm_s = 1e-3;   // the call runs untimed for this long before each sample
    double idle_s = 0;      // sleep before each sample; lets the others' threads stop spinning
    int min_rounds = 9;
    int max_rounds = 25;
    double settled = 0.005;  // rounds stop early once every median's standard error is below this
    double budget_s = 3;     // seconds each contestant may take; a slow one gets fewer rounds, at least 1
    double screen_above = 0; // after 3 rounds, drop those slower than this times the fastest, and give their
                             // time to the others; 0: keep all
};

/// The protocol for contestants with so many threads: those of the others must have fallen asleep, and one's
/// own be awake.
Protocol with_threads(Protocol protocol, int threads);

/// The call to be timed. It must have run before, so that first-use costs are behind it.
using Call = std::function<void()>;

/// For every call, seconds a call in each round it took part in: rounds 0, 1, 2, ...
std::vector<std::vector<double>> measure(const std::vector<Call>& calls, const Protocol& protocol);

/// Median over the rounds both took part in of `numerator` / `denominator`.
double median_ratio(const std::vector<double>& numerator, const std::vector<double>& denominator);

/// Seconds since an arbitrary start, steady.
double now_s();

} // namespace autoconfig::bench
