// See layer_cost.h.
#include "autoconfig/decide/layer_cost.h"

#include "autoconfig/decide/applies.h"
#include "autoconfig/decide/decide.h"
#include "autoconfig/decide/layer_problems.h"
#include "autoconfig/model/minimal_filter.h"
#include "autoconfig/model/transfers.h"
#include "autoconfig/space/space.h"

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

/// The last of several panels is filled up beside a vector of the output's channels at least.
bool is_filled_up_alone(std::int64_t panel, const Convolution& layer, const Machine& machine) {
    return panel == lanes_of(layer, machine) && panel < layer.k && layer.k % panel != 0;
}

/// Widths of panels of packed weights; 0, one of all, where that is such a panel or there is none, and beside
/// panels that are filled up or with few pixels, which may want other ways than register tiles. Groups begin
/// with a panel.
std::vector<std::int64_t> direct_panels(const Convolution& layer, const Machine& machine) {
    const std::int64_t pixels = layer.n * layer.out_h() * layer.out_w();
    const bool fit = layer.groups == 1 || together(layer) % lanes_of(layer, machine) == 0;
    std::vector<std::int64_t> widths;
    if (layer.packed_weights && fit && layer.channels_innermost)
        for (std::int64_t panel : panels(layer, machine))
            if (!is_filled_up_alone(panel, layer, machine)) widths.push_back(panel == layer.k ? 0 : panel);
    const bool has_one = std::count(widths.begin(), widths.end(), 0) > 0;
    const bool filled_up = !widths.empty() && widths.front() > 0 && layer.k % widths.front() != 0;
    if (widths.empty() || filled_up || (pixels <= stream_most_rows && !has_one)) widths.push_back(0);
    return widths;
}

/// The contraction of an algorithm, one for every width of panel where it has panels, and for every way to
/// clip windows.
std::vector<Problem> problems(const Convolution& layer, Algorithm algorithm, const Machine& machine) {
    if (algorithm == Algorithm::Im2col) return {im2col_problem(layer)};
    std::vector<Problem> result;
    if (algorithm == Algorithm::Direct) {
        for (std::int64_t panel : direct_panels(layer, machine)) {
            result.push_back(direct_problem(layer, panel));
            const std::vector<Problem> clipped = clipped_problems(layer, result.back());
            result.insert(result.end(), clipped.begin(), clipped.end());
        }
        return result;
    }
    for (std::int64_t panel : panels(layer, machine))
        result.push_back(winograd_problem(layer, tile_of(algorithm), panel));
    return result;
}

double lines(std::int64_t elements, ScalarType type, const Machine& machine) {
    return static_cast<double>(elements * type.bytes()) / machine.l1.line_bytes;
}

/// The columns are written, which reads their lines first and evicts them.
void enter_columns(Terms& terms, const Convolution& layer, const Machine& machine) {
    const double columns =
        lines(layer.n * layer.out_h() * layer.out_w() * layer.c * layer.r * layer.s, layer.input, machine);
    const double cost = cycles_per_line(machine, columns * machine.l1.line_bytes);
    terms.total("T_im2col", columns * 3 * cost, "lines of columns * 3 * cy/line", "{:.0f} * 3 * {:.1f}",
                columns, cost);
}

/// Plain weights are transformed in every call.
void enter_filter(Terms& terms, const Convolution& layer, int m, const Machine& machine) {
    const MinimalFilter& filter = minimal_filter(m);
    const auto lanes = static_cast<double>(lanes_of(layer, machine));
    const double vectors = static_cast<double>(layer.c * layer.k) / lanes;
    const double plain = lines(layer.c * layer.k * 9, layer.weights, machine),
                 transformed = plain / 9 * filter.alpha() * filter.alpha();
    const double read = cycles_per_line(machine, plain * machine.l1.line_bytes),
                 write = cycles_per_line(machine, transformed * machine.l1.line_bytes);
    const int operations = filter.filter_operations;
    terms.total("T_filter",
                vectors * operations / machine.mac_f32.per_cycle + plain * read + transformed * 2 * write,
                "vectors * operations / N_fma + lines of weights * cy/line + lines of B * 2 * cy/line",
                "{:.0f} * {} / {:g} + {:.0f} * {:.1f} + {:.0f} * 2 * {:.1f}", vectors, operations,
                machine.mac_f32.per_cycle, plain, read, transformed, write);
}

/// What a layer does beside its contraction, on one thread.
std::vector<Term> beside(const Convolution& layer, Algorithm algorithm, const Machine& machine, Words words) {
    Terms terms(words);
    if (algorithm == Algorithm::Im2col) enter_columns(terms, layer, machine);
    if (const int m = tile_of(algorithm); m > 0 && !layer.packed_weights)
        enter_filter(terms, layer, m, machine);
    return terms.terms;
}

} // namespace

std::optional<AlgorithmCandidate> cost_by(const Convolution& layer, Algorithm algorithm,
                                          const Machine& machine, Words words, double below) {
    std::optional<AlgorithmCandidate> result;
    for (Problem& problem : problems(layer, algorithm, machine)) {
        if (ideal_cycles(Facts(problem, machine), machine.cores) >= below) continue;
        std::optional<Candidate> least = best(problem, machine);
        if (!least || (result && result->cost.cycles <= least->cost.cycles)) continue;
        if (problem.b.panel > 0 && least->config.NR() != problem.b.panel) continue; // no tile is as wide
        below = std::min(below, least->cost.cycles);
        result = {algorithm, error_bound(layer, algorithm), std::move(problem), least->config,
                  std::move(least->cost)};
    }
    if (!result) return result;
    Cost& cost = result->cost;
    if (words == Words::Yes) cost = evaluate(Facts(result->problem, machine), result->config, words);
    for (Term& term : beside(layer, algorithm, machine, words)) { // the threads share them
        cost.serial_cycles += term.total;
        cost.cycles += term.total / machine.cores;
        cost.terms.push_back(std::move(term));
    }
    return result;
}

} // namespace autoconfig
