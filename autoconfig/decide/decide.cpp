// Ranks the space and looks for what would change the winner.
#include "autoconfig/decide/decide.h"

#include "autoconfig/decide/flips.h"
#include "autoconfig/model/evaluate.h"
#include "autoconfig/space/space.h"

#include <algorithm>

namespace autoconfig {

namespace {

/// Of configurations that take as long, to the precision of a float, the one that keeps the machine less busy
/// meanwhile.
bool before(const Candidate& a, const Candidate& b) {
    const auto x = static_cast<float>(a.cost.cycles), y = static_cast<float>(b.cost.cycles);
    if (x != y) return x < y;
    if (a.cost.busy_cycles != b.cost.busy_cycles) return a.cost.busy_cycles < b.cost.busy_cycles;
    return a.config < b.config;
}

} // namespace

Decision decide(const Problem& problem, const Machine& machine) {
    Decision decision;
    decision.problem = problem;
    decision.machine = machine;
    const Space space = enumerate(problem, machine);
    const Facts facts(problem, machine);
    for (const Config& config : space.configs)
        decision.ranked.push_back({config, evaluate(facts, config, Words::No)});
    std::sort(decision.ranked.begin(), decision.ranked.end(), before);
    for (const auto& [what, reason] : space.refused) decision.refused.push_back({what, reason});
    return decision;
}

Decision explained(Decision decision) {
    const Facts facts(decision.problem, decision.machine);
    for (Candidate& candidate : decision.ranked)
        candidate.cost = evaluate(facts, candidate.config, Words::Yes);
    const auto chosen = std::min_element(decision.ranked.begin(), decision.ranked.end(), before);
    if (chosen != decision.ranked.end())
        decision.flips = find_flips(decision.problem, decision.machine, chosen->config);
    return decision;
}

std::optional<Candidate> best(const Problem& problem, const Machine& machine) {
    std::optional<Candidate> least;
    const Facts facts(problem, machine);
    for (const Config& config : enumerate(problem, machine).configs) {
        Candidate candidate = {config, evaluate(facts, config, Words::No)};
        if (!least || before(candidate, *least)) least = std::move(candidate);
    }
    return least;
}

} // namespace autoconfig
