// See layer_cost.h.
#include "autoconfig/decide/layer_cost.h"

#include "autoconfig/decide/applies.h"
#include "autoconfig/decide/decide.h"
#include "autoconfig/decide/layer_problems.h"
#include "autoconfig/model/evaluate.h"
#include "autoconfig/model/layer.h"

#include <algorithm>

namespace autoconfig {

namespace {

/// Of a vector of sums.
std::int64_t lanes_of(const Convolution& layer, const Machine& machine) {
    return machine.vector_bits / layer.accumulator.bits;
}

/// Output channels of a group.
std::int64_t together(const Convolution& layer) { return layer.k / layer.groups; }

/// Widths of panels worth costing: whole vectors, up to a quarter of the registers, that divide the output's
/// channels; where none does, those with the least beyond them.
std::vector<std::int64_t> panels(const Convolution& layer, const Machine& machine) {
    const std::int64_t lanes = lanes_of(layer, machine), channels = together(layer);
    const auto waste = [&](std::int64_t panel) { return (panel - channels % panel) % panel; };
    std::vector<std::int64_t> all;
    for (std::int64_t n_v = 1; n_v <= machine.registers / 4 && (n_v == 1 || (n_v - 1) * lanes < channels);
         ++n_v)
        all.push_back(n_v * lanes);
    const std::int64_t least = waste(*std::min_element(
        all.begin(), all.end(), [&](std::int64_t x, std::int64_t y) { return waste(x) < waste(y); }));
    all.erase(
        std::remove_if(all.begin(), all.end(), [&](std::int64_t panel) { return waste(panel) > least; }),
        all.end());
    return all;
}

/// Panels as wide as the tiles that read them, the last of which is whole or filled up.
bool suits_panels(const Config& config, const Facts& facts) {
    if (facts.b_panel == 0) return true;
    return config.NR() == facts.b_panel && (facts.N % facts.b_panel == 0 || config.fills_panels());
}

/// Widths of panels of packed weights; 0, one of all, where that is such a panel or there is none, and beside
/// panels that are filled up or with few pixels, which may want other ways than register tiles. Groups begin
/// with a panel.
std::vector<std::int64_t> direct_panels(const Convolution& layer, const Machine& machine) {
    const std::int64_t pixels = layer.n * layer.out_h() * layer.out_w();
    const bool fit = layer.groups == 1 || together(layer) % lanes_of(layer, machine) == 0;
    std::vector<std::int64_t> widths;
    if (layer.packed_weights && fit && layer.channels_innermost)
        for (std::int64_t panel : panels(layer, machine)) widths.push_back(panel == layer.k ? 0 : panel);
    const bool has_one = std::count(widths.begin(), widths.end(), 0) > 0;
    const bool filled_up = !widths.empty() && widths.front() > 0 && layer.k % widths.front() != 0;
    if (widths.empty() || filled_up || (pixels <= Stream::most_rows && !has_one)) widths.push_back(0);
    return widths;
}

/// The contraction of an algorithm, one for every width of panel where it has panels, for every loop that
/// rows may run along, and for every way to clip windows.
std::vector<Problem> problems(const Convolution& layer, Algorithm algorithm, const Machine& machine) {
    if (algorithm == Algorithm::Im2col) return {im2col_problem(layer)};
    std::vector<Problem> result;
    if (algorithm == Algorithm::Direct) {
        for (std::int64_t panel : direct_panels(layer, machine)) {
            const std::vector<Problem> direct = in_all_ways(direct_problem(layer, panel));
            const std::vector<Problem> clipped = clipped_problems(layer, direct.front());
            result.insert(result.end(), direct.begin(), direct.end());
            result.insert(result.end(), clipped.begin(), clipped.end());
        }
        return result;
    }
    for (std::int64_t panel : panels(layer, machine))
        result.push_back(winograd_problem(layer, tile_of(algorithm), panel));
    return result;
}

} // namespace

std::optional<AlgorithmCandidate> cost_by(const Convolution& layer, Algorithm algorithm,
                                          const Machine& machine, const Accuracy& accuracy, Words words,
                                          double below) {
    std::optional<AlgorithmCandidate> result;
    for (Problem& problem : problems(layer, algorithm, machine)) {
        const Facts facts(problem, machine);
        if (ideal_cycles(facts, machine.cores) >= below) continue;
        std::optional<Candidate> least = best(problem, machine, accuracy);
        if (!least || (result && result->cost.cycles <= least->cost.cycles)) continue;
        if (!suits_panels(least->config, facts)) continue;
        below = std::min(below, least->cost.cycles);
        const double error = error_bound(problem, least->config, accuracy.bound);
        result = {algorithm, error, std::move(problem), least->config, std::move(least->cost)};
    }
    if (!result) return result;
    result->cost = evaluate(Facts(result->problem, machine), result->config, words, {}, [&](Ledger& ledger) {
        if (algorithm == Algorithm::Im2col) add_columns(ledger, layer, machine);
    });
    return result;
}

double least_error_bound(const Convolution& layer, Algorithm algorithm, const Machine& machine,
                         ErrorBound bound) {
    double least = std::numeric_limits<double>::infinity();
    for (const Problem& problem : problems(layer, algorithm, machine))
        least = std::min(least, least_error_bound(problem, machine, bound));
    return least;
}

} // namespace autoconfig
