// Ranks the space and looks for what would change the winner.
#include "autoconfig/decide/decide.h"

#include "autoconfig/decide/flips.h"
#include "autoconfig/model/evaluate.h"
#include "autoconfig/space/space.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

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

bool keeps(const Accuracy& accuracy, const Problem& problem, const Config& config) {
    return accuracy.max_rel_error == 0 ||
           error_bound(problem, config, accuracy.bound) <= accuracy.max_rel_error;
}

/// The space less what is not accurate enough, with the reason.
Space accurate_space(const Problem& problem, const Machine& machine, const Accuracy& accuracy) {
    Space space = enumerate(problem, machine);
    const auto rest =
        std::stable_partition(space.configs.begin(), space.configs.end(),
                              [&](const Config& config) { return keeps(accuracy, problem, config); });
    if (const auto count = space.configs.end() - rest; count > 0)
        space.refused.push_back(
            {fmt::format("{} configurations", count),
             fmt::format("{} error bound above {:g}", to_string(accuracy.bound), accuracy.max_rel_error)});
    space.configs.erase(rest, space.configs.end());
    return space;
}

/// In the problem's own way.
Decision ranked(const Problem& problem, const Machine& machine, const Accuracy& accuracy) {
    Decision decision;
    decision.problem = problem;
    decision.machine = machine;
    decision.accuracy = accuracy;
    const Space space = accurate_space(problem, machine, accuracy);
    const Facts facts(problem, machine);
    for (const Config& config : space.configs)
        decision.ranked.push_back({config, evaluate(facts, config, Words::No)});
    std::sort(decision.ranked.begin(), decision.ranked.end(), before);
    for (const auto& [what, reason] : space.refused) decision.refused.push_back({what, reason});
    return decision;
}

constexpr std::int64_t more_than_a_tile = 32; // rows, as registers hold fewer

} // namespace

std::vector<Problem> in_all_ways(const Problem& problem) {
    std::vector<Problem> all = {problem};
    const int row = problem.row(), outer = problem.outer_row_loop();
    if (outer < 0 || problem.transforms || problem.clips()) return all;
    const std::int64_t rows = problem.loops[row].extent;
    if (rows < more_than_a_tile && rows < problem.loops[outer].extent)
        all.push_back(in_way(problem, {outer, false}));
    if (!problem.padded) return all;
    Problem without_padding = in_way(problem, {problem.way.rows_along, true});
    if (without_padding.kept() <= most_kept_when_clipped) all.push_back(std::move(without_padding));
    return all;
}

Decision decide(const Problem& problem, const Machine& machine, const Accuracy& accuracy) {
    std::optional<Decision> least;
    for (const Problem& way : in_all_ways(problem)) {
        Decision decision = ranked(way, machine, accuracy);
        const bool is_less = least && !decision.ranked.empty() &&
                             (least->ranked.empty() || before(decision.winner(), least->winner()));
        if (!least || is_less) least = std::move(decision);
    }
    return *std::move(least);
}

Decision explained(Decision decision) {
    const Facts facts(decision.problem, decision.machine);
    for (Candidate& candidate : decision.ranked)
        candidate.cost = evaluate(facts, candidate.config, Words::Yes);
    const auto chosen = std::min_element(decision.ranked.begin(), decision.ranked.end(), before);
    if (chosen != decision.ranked.end()) decision.flips = find_flips(decision, chosen->config);
    return decision;
}

std::optional<Candidate> best(const Problem& problem, const Machine& machine, const Accuracy& accuracy) {
    std::optional<Candidate> least;
    const Facts facts(problem, machine);
    for (const Config& config : accurate_space(problem, machine, accuracy).configs) {
        Candidate candidate = {config, evaluate(facts, config, Words::No)};
        if (!least || before(candidate, *least)) least = std::move(candidate);
    }
    return least;
}

double least_error_bound(const Problem& problem, const Machine& machine, ErrorBound bound) {
    double least = std::numeric_limits<double>::infinity();
    for (const Config& config : enumerate(problem, machine).configs)
        least = std::min(least, error_bound(problem, config, bound));
    return least;
}

} // namespace autoconfig
