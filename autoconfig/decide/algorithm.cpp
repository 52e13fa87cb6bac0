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

AlgorithmDecision decide_algorithm(const Convolution& convolution, const Machine& machine,
                                   const AlgorithmRequest& request) {
    AlgorithmDecision decision;
    decision.request = request;
    decision.convolution = convolution;
    decision.machine = machine;
    for (Algorithm algorithm : all_algorithms) {
        std::string reason = refusal(convolution, algorithm, request.max_rel_error);
        if (reason.empty()) {
            if (auto candidate = cost_by(convolution, algorithm, machine, Words::Yes)) {
                decision.ranked.push_back(std::move(*candidate));
                continue;
            }
            reason = "no configuration";
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
    }
    return decision;
}

AlgorithmDecision explained(AlgorithmDecision decision) {
    if (!decision.request.forced)
        decision.flips = find_flips(decision.convolution, decision.winner().algorithm, decision.machine,
                                    decision.request.max_rel_error);
    return decision;
}

} // namespace autoconfig
