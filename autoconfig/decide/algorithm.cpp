// Costs every algorithm that applies to a layer, refuses the others with a reason, and ranks them.
#include "autoconfig/decide/algorithm.h"

#include "autoconfig/decide/algorithm_flips.h"
#include "autoconfig/decide/applies.h"
#include "autoconfig/decide/layer_cost.h"
#include "autoconfig/error.h"

#include <fmt/format.h>

#include <algorithm>

namespace autoconfig {

const char* to_string(Algorithm algorithm) {
    switch (algorithm) {
    case Algorithm::Direct: return "direct";
    case Algorithm::Im2col: return "im2col";
    case Algorithm::Winograd2: return "winograd2";
    case Algorithm::Winograd4: return "winograd4";
    }
    return "";
}

int tile_of(Algorithm algorithm) {
    return algorithm == Algorithm::Winograd2 ? 2 : algorithm == Algorithm::Winograd4 ? 4 : 0;
}

std::int64_t points_of(const Convolution& layer, Algorithm algorithm) {
    const int m = tile_of(algorithm);
    return m > 0 ? (m + layer.r - 1) * (m + layer.s - 1) : layer.r * layer.s;
}

namespace {

/// Why none of an algorithm that applies was costed.
std::string no_configuration(const Convolution& layer, Algorithm algorithm, const Machine& machine,
                             const Accuracy& accuracy) {
    const double bound = least_error_bound(layer, algorithm, machine, accuracy.bound);
    return accuracy.max_rel_error > 0 && bound > accuracy.max_rel_error
               ? accuracy_refusal(algorithm, bound, accuracy)
               : "no configuration";
}

} // namespace

AlgorithmDecision decide_algorithm(const Convolution& convolution, const Machine& machine,
                                   const AlgorithmRequest& request) {
    AlgorithmDecision decision;
    decision.request = request;
    decision.convolution = convolution;
    decision.machine = machine;
    for (Algorithm algorithm : all_algorithms) {
        std::string reason = refusal(convolution, algorithm, request.accuracy);
        if (reason.empty()) {
            if (auto candidate = cost_by(convolution, algorithm, machine, request.accuracy, Words::Yes)) {
                decision.ranked.push_back(std::move(*candidate));
                continue;
            }
            reason = no_configuration(convolution, algorithm, machine, request.accuracy);
        }
        if (request.forced == algorithm)
            throw Error(fmt::format("--algorithm {} does not apply: {}", to_string(algorithm), reason));
        decision.refused.push_back({to_string(algorithm), reason});
    }
    if (decision.ranked.empty())
        throw Error(fmt::format("no algorithm keeps --max-rel-error {:g}: {}", request.accuracy.max_rel_error,
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
    }
    return decision;
}

AlgorithmDecision explained(AlgorithmDecision decision) {
    if (!decision.request.forced)
        decision.flips = find_flips(decision.convolution, decision.winner().algorithm, decision.machine,
                                    decision.request.accuracy);
    return decision;
}

} // namespace autoconfig
