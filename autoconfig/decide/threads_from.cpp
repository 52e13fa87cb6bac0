// See threads_from.h.
#include "autoconfig/decide/threads_from.h"

#include "autoconfig/decide/body_drafts.h"

#include <algorithm>
#include <cmath>

namespace autoconfig {

namespace {

/// At some sizes: by how much threads take less than one, as a difference of logarithms.
struct Gain {
    std::int64_t steps;
    double of_threads;
};

/// The first body whose sizes these are.
Gain gain_at(const Sizes& sizes, const std::vector<int>& loops, const Problem& problem,
             const Machine& machine, const std::vector<Body>& bodies) {
    const auto body = std::find_if(bodies.begin(), bodies.end() - 1,
                                   [&](const Body& one) { return runs_at(one, problem, sizes); });
    const Problem there = in_way_of(*body, at_sizes(problem, sizes));
    const Cost cost = cost_of_all_tasks(body->config, Facts(there, machine));
    return {steps_of(loops, sizes), std::log(cost.serial_cycles / cost.cycles)};
}

/// The smallest of round numbers, up to `most`, from which on all gains add up to most.
std::int64_t best_limit(const std::vector<Gain>& gains, std::int64_t most) {
    std::int64_t best = 1;
    double largest = -INFINITY;
    for (const std::int64_t limit : round_numbers(most)) {
        double sum = 0;
        for (const Gain& gain : gains)
            if (gain.steps >= limit) sum += gain.of_threads;
        if (limit > most || sum <= largest) continue;
        largest = sum;
        best = limit;
    }
    return best;
}

} // namespace

std::optional<AtLeast> threads_from(const Problem& problem, const Machine& machine,
                                    const std::vector<Body>& bodies) {
    const RunTimeSizes sizes(problem);
    const bool share = std::any_of(bodies.begin(), bodies.end(), [](const Body& body) {
        return body.config.parallel != ParallelLoop::None;
    });
    if (sizes.empty() || !share || problem.transforms) return std::nullopt;
    const std::vector<int>& loops = sizes.asked().back();
    std::vector<Gain> gains;
    for (const Sizes& at : sizes.sample()) gains.push_back(gain_at(at, loops, problem, machine, bodies));
    const Gain at_estimates = gain_at(sizes.estimates(), loops, problem, machine, bodies);
    std::int64_t most = at_estimates.steps;
    if (at_estimates.of_threads <= 0)
        for (const Gain& gain : gains) most = std::max(most, 2 * gain.steps);
    const std::int64_t limit = best_limit(gains, most);
    if (limit == 1) return std::nullopt;
    return AtLeast{loops, limit};
}

} // namespace autoconfig
