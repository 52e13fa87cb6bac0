// Costs every algorithm that applies to a layer, refuses the others with a reason, and looks for the sizes at
// which another would win.
#include "autoconfig/decide/algorithm.h"

#include "autoconfig/decide/decide.h"
#include "autoconfig/decide/layer_problems.h"
#include "autoconfig/error.h"
#include "autoconfig/model/evaluate.h"
#include "autoconfig/model/rounding.h"
#include "autoconfig/model/sheet.h"
#include "autoconfig/space/space.h"

#include <algorithm>
#include <functional>

namespace autoconfig {

namespace {

constexpr Algorithm all_algorithms[] = {Algorithm::Direct, Algorithm::Im2col, Algorithm::Winograd2,
                                        Algorithm::Winograd4};

/// Output rows and columns of a tile; 0 for algorithms without.
int tile_of(Algorithm algorithm) {
    return algorithm == Algorithm::Winograd2 ? 2 : algorithm == Algorithm::Winograd4 ? 4 : 0;
}

bool is_float(const Convolution& layer) { return layer.accumulator.kind == ScalarType::Kind::Float; }

double error_bound(const Convolution& layer, Algorithm algorithm) {
    if (!is_float(layer)) return 0;
    const std::int64_t channels = layer.c / layer.groups;
    if (const int m = tile_of(algorithm)) return filter_error_bound(minimal_filter(m), channels);
    return direct_error_bound(channels, layer.r * layer.s);
}

/// Why F(m x m, 3 x 3) does not compute the layer, or empty.
std::string winograd_refusal(const Convolution& layer, int m) {
    const std::string name = fmt::format("F({}x{}, 3x3)", m, m);
    if (layer.r != 3 || layer.s != 3)
        return fmt::format("window {}x{}: {} needs 3x3", layer.r, layer.s, name);
    if (layer.stride != 1) return fmt::format("stride {}: {} needs stride 1", layer.stride, name);
    if (layer.dilation != 1) return fmt::format("dilation {}: {} needs dilation 1", layer.dilation, name);
    if (layer.groups != 1)
        return fmt::format("{} groups: {} needs products over all channels", layer.groups, name);
    if (!is_float(layer)) return fmt::format("integer sums: {} divides", name);
    return "";
}

std::string accuracy_refusal(const Convolution& layer, Algorithm algorithm, double budget) {
    const double bound = error_bound(layer, algorithm);
    const std::string name = tile_of(algorithm) > 0 ? fmt::format("F({0}x{0}, 3x3)", tile_of(algorithm))
                                                    : std::string(to_string(algorithm));
    if (budget > 0 && bound > budget)
        return fmt::format("{} error bound {:.1e} exceeds --max-rel-error {:g}", name, bound, budget);
    if (budget == 0 && algorithm == Algorithm::Winograd4)
        return fmt::format("{} error bound {:.1e}: state a budget, --max-rel-error", name, bound);
    return "";
}

std::string refusal(const Convolution& layer, Algorithm algorithm, double budget) {
    if (algorithm == Algorithm::Im2col && layer.groups != 1)
        return fmt::format("{} groups: no one product to make of them", layer.groups);
    if (algorithm == Algorithm::Im2col && layer.r * layer.s == 1 && layer.stride == 1 && layer.pad == 0)
        return "window 1x1: the input is that matrix already";
    if (const int m = tile_of(algorithm))
        if (const std::string reason = winograd_refusal(layer, m); !reason.empty()) return reason;
    return accuracy_refusal(layer, algorithm, budget);
}

/// Widths of panels worth costing: whole vectors, up to a quarter of the registers, that divide the output's
/// channels; where none does, those with the least beyond them.
std::vector<std::int64_t> panels(const Convolution& layer, const Machine& machine) {
    const std::int64_t lanes = machine.vector_bits / layer.accumulator.bits;
    const auto waste = [&](std::int64_t panel) { return (panel - layer.k % panel) % panel; };
    std::vector<std::int64_t> all;
    for (std::int64_t n_v = 1; n_v <= machine.registers / 4 && (n_v == 1 || (n_v - 1) * lanes < layer.k);
         ++n_v)
        all.push_back(n_v * lanes);
    const std::int64_t least = waste(*std::min_element(
        all.begin(), all.end(), [&](std::int64_t x, std::int64_t y) { return waste(x) < waste(y); }));
    all.erase(
        std::remove_if(all.begin(), all.end(), [&](std::int64_t panel) { return waste(panel) > least; }),
        all.end());
    return all;
}

/// The contraction of an algorithm, one for every width of panel where it has panels.
std::vector<Problem> problems(const Convolution& layer, Algorithm algorithm, const Machine& machine) {
    if (algorithm == Algorithm::Direct) return {direct_problem(layer)};
    if (algorithm == Algorithm::Im2col) return {im2col_problem(layer)};
    std::vector<Problem> result;
    for (std::int64_t panel : panels(layer, machine))
        result.push_back(winograd_problem(layer, tile_of(algorithm), panel));
    return result;
}

/// Terms of what a layer does beside its contraction, on one thread.
std::vector<Term> extra_terms(const Convolution& layer, Algorithm algorithm, const Machine& machine) {
    std::vector<Term> terms;
    const auto bytes = [](std::int64_t elements, ScalarType type) {
        return static_cast<double>(elements * type.bytes());
    };
    const auto enter = [&](const char* name, double total, const char* formula, std::string numbers) {
        Term term;
        term.name = name;
        term.formula = formula;
        term.numbers = std::move(numbers);
        term.total = total;
        terms.push_back(term);
    };
    const double line = machine.l1.line_bytes;
    if (algorithm == Algorithm::Im2col) {
        const double columns =
            bytes(layer.n * layer.out_h() * layer.out_w() * layer.c * layer.r * layer.s, layer.input) / line;
        const double cost = cycles_per_line(machine, columns * line);
        enter("T_im2col", columns * 3 * cost, "lines of columns * 3 * cy/line",
              fmt::format("{:.0f} * 3 * {:.1f}", columns, cost));
    }
    if (tile_of(algorithm) > 0 && !layer.packed_weights) {
        const MinimalFilter& filter = minimal_filter(tile_of(algorithm));
        const double lanes = static_cast<double>(machine.vector_bits) / layer.accumulator.bits;
        const double vectors = static_cast<double>(layer.c * layer.k) / lanes;
        const double plain = bytes(layer.c * layer.k * 9, layer.weights) / line,
                     transformed = plain / 9 * filter.alpha() * filter.alpha();
        const double read = cycles_per_line(machine, plain * line),
                     write = cycles_per_line(machine, transformed * line);
        enter("T_filter",
              vectors * filter_operations(filter) / machine.mac_f32.per_cycle + plain * read +
                  transformed * 2 * write,
              "vectors * operations / N_fma + lines of weights * cy/line + lines of B * 2 * cy/line",
              fmt::format("{:.0f} * {} / {:g} + {:.0f} * {:.1f} + {:.0f} * 2 * {:.1f}", vectors,
                          filter_operations(filter), machine.mac_f32.per_cycle, plain, read, transformed,
                          write));
    }
    return terms;
}

double extra_cycles(const std::vector<Term>& terms) {
    double cycles = 0;
    for (const Term& term : terms) cycles += term.total;
    return cycles;
}

/// The best configuration's cycles, extra terms included, without words.
double least_cycles(const Convolution& layer, Algorithm algorithm, const Machine& machine) {
    double least = 0;
    for (const Problem& problem : problems(layer, algorithm, machine)) {
        const Facts facts(problem, machine);
        for (const Config& config : enumerate(problem, machine).configs) {
            const double cycles = evaluate(facts, config, Words::No).cycles;
            if (least == 0 || cycles < least) least = cycles;
        }
    }
    return least + extra_cycles(extra_terms(layer, algorithm, machine)) / machine.cores;
}

AlgorithmCandidate candidate_of(const Convolution& layer, Algorithm algorithm, const Machine& machine) {
    AlgorithmCandidate best;
    best.algorithm = algorithm;
    best.max_rel_error = error_bound(layer, algorithm);
    best.tile_rows = 0;
    for (const Problem& problem : problems(layer, algorithm, machine)) {
        Decision decision = decide(problem, machine);
        if (decision.ranked.empty()) continue;
        const bool better = best.decision.ranked.empty() ||
                            decision.winner().cost.cycles < best.decision.winner().cost.cycles;
        if (better) best.decision = std::move(decision);
    }
    if (best.decision.ranked.empty()) return best;
    best.cost = best.decision.winner().cost;
    for (const Term& term : extra_terms(layer, algorithm, machine)) {
        best.cost.serial_cycles += term.total;
        best.cost.cycles += term.total / machine.cores;
        best.cost.terms.push_back(term);
    }
    if (const auto& transforms = best.decision.problem.transforms)
        best.tile_rows = best.decision.winner().config.MC / transforms->tiles_across;
    return best;
}

Algorithm fastest(const Convolution& layer, const Machine& machine, double budget) {
    Algorithm best = Algorithm::Direct;
    double least = 0;
    for (Algorithm algorithm : all_algorithms) {
        if (!refusal(layer, algorithm, budget).empty()) continue;
        const double cycles = least_cycles(layer, algorithm, machine);
        if (least == 0 || cycles < least) {
            least = cycles;
            best = algorithm;
        }
    }
    return best;
}

/// Bisection along one size of the layer, for the nearest one with another winner.
void find_flip(AlgorithmDecision& decision, const char* name, std::int64_t from, std::int64_t to,
               const std::function<void(Convolution&, std::int64_t)>& set, const Machine& machine,
               double budget) {
    const Algorithm now = decision.winner().algorithm;
    const auto at = [&](std::int64_t size) {
        Convolution layer = decision.convolution;
        set(layer, size);
        return fastest(layer, machine, budget);
    };
    if (from == to || at(to) == now) return;
    std::int64_t same = from, other = to;
    while (other - same > 1 || same - other > 1) {
        const std::int64_t middle = same + (other - same) / 2;
        (at(middle) == now ? same : other) = middle;
    }
    decision.flips.push_back(
        {fmt::format("{} {} {}", name, other < from ? "<=" : ">=", other), to_string(at(other))});
}

void find_flips(AlgorithmDecision& decision, const Machine& machine, double budget) {
    const Convolution& layer = decision.convolution;
    if (layer.groups != 1) return;
    const auto both_ways = [&](const char* name, std::int64_t now, std::int64_t least, const auto& set) {
        find_flip(decision, name, now, least, set, machine, budget);
        find_flip(decision, name, now, now * 8, set, machine, budget);
    };
    const std::int64_t smallest =
        std::max<std::int64_t>(1, layer.dilation * (layer.r - 1) + 1 - 2 * layer.pad);
    both_ways("c", layer.c, 1, [](Convolution& l, std::int64_t size) { l.c = size; });
    both_ways("k", layer.k, 1, [](Convolution& l, std::int64_t size) { l.k = size; });
    if (layer.h == layer.w && layer.r == layer.s)
        both_ways("h, w", layer.h, std::min(smallest, layer.h),
                  [](Convolution& l, std::int64_t size) { l.h = l.w = size; });
}

} // namespace

const char* to_string(Algorithm algorithm) {
    switch (algorithm) {
    case Algorithm::Direct: return "direct";
    case Algorithm::Im2col: return "im2col";
    case Algorithm::Winograd2: return "winograd2";
    case Algorithm::Winograd4: return "winograd4";
    }
    return "";
}

AlgorithmDecision decide_algorithm(const Convolution& convolution, const Machine& machine,
                                   const AlgorithmRequest& request) {
    AlgorithmDecision decision;
    decision.convolution = convolution;
    for (Algorithm algorithm : all_algorithms) {
        std::string reason = refusal(convolution, algorithm, request.max_rel_error);
        if (reason.empty()) {
            AlgorithmCandidate candidate = candidate_of(convolution, algorithm, machine);
            if (!candidate.decision.ranked.empty()) {
                decision.ranked.push_back(std::move(candidate));
                continue;
            }
            reason = candidate.decision.refused.empty() ? "no configuration"
                                                        : candidate.decision.refused[0].reason;
        }
        if (request.forced == algorithm)
            throw Error(fmt::format("--algorithm {} does not apply: {}", to_string(algorithm), reason));
        decision.refused.push_back({to_string(algorithm), reason});
    }
    if (decision.ranked.empty())
        throw Error(fmt::format("no algorithm keeps --max-rel-error {:g}: {}", request.max_rel_error,
                                decision.refused.front().reason));
    std::stable_sort(decision.ranked.begin(), decision.ranked.end(),
                     [](const AlgorithmCandidate& a, const AlgorithmCandidate& b) {
                         return a.cost.cycles < b.cost.cycles;
                     });
    if (request.forced) {
        const auto forced =
            std::find_if(decision.ranked.begin(), decision.ranked.end(),
                         [&](const AlgorithmCandidate& one) { return one.algorithm == *request.forced; });
        std::rotate(decision.ranked.begin(), forced, forced + 1);
    } else {
        find_flips(decision, machine, request.max_rel_error);
    }
    return decision;
}

} // namespace autoconfig
