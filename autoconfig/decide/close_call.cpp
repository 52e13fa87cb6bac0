// See close_call.h.
#include "autoconfig/decide/close_call.h"

#include <algorithm>
#include <limits>

namespace autoconfig {

std::size_t indistinct(const Decision& decision) {
    double least = std::numeric_limits<double>::infinity();
    for (const Candidate& candidate : decision.ranked) least = std::min(least, candidate.cost.cycles);
    return static_cast<std::size_t>(
        std::count_if(decision.ranked.begin(), decision.ranked.end(), [&](const Candidate& candidate) {
            return candidate.cost.cycles <= least * (1 + model_error);
        }));
}

} // namespace autoconfig
