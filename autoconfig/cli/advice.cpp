// See advice.h.
#include "autoconfig/cli/advice.h"

#include "autoconfig/decide/close_call.h"
#include "autoconfig/host.h"

#include <fmt/core.h>

#include <algorithm>

namespace autoconfig::cli {

namespace {

constexpr std::size_t worth_building = 8;

bool is_the_models(const Decision& decision) {
    const double chosen = decision.winner().cost.cycles;
    return std::all_of(decision.ranked.begin(), decision.ranked.end(),
                       [&](const Candidate& other) { return other.cost.cycles >= chosen * (1 - 1e-6); });
}

} // namespace

std::string advice(const Scheduled& scheduled) {
    if (!scheduled.outcome || scheduled.outcome->decisions.size() != 1) return "";
    const Decision& decision = scheduled.outcome->decisions.front();
    const std::size_t count = indistinct(decision);
    if (count < 2 || !scheduled.measurement.empty() || !is_the_models(decision) ||
        !runs_here(scheduled.target))
        return "";
    return fmt::format("{} configurations are within {:g} % of the best, the model's own error: `build "
                       "--measure {}` times them on this machine",
                       count, 100 * model_error, std::min(count, worth_building));
}

} // namespace autoconfig::cli
