// A loser's reason is found by comparing its terms with the winner's, name by name.
#include "autoconfig/report/losers.h"

#include "autoconfig/report/wording.h"

#include <algorithm>
#include <tuple>

namespace autoconfig::report {
namespace {

auto kind(const Config& c) { return std::tuple(c.strategy.index(), c.MR, c.n_v, c.pack_a(), c.pack_b()); }
using Kind = decltype(kind(std::declval<Config>()));

/// Cycles a term adds to the one-thread total.
double added(const Term& term) { return term.overlapped || term.is_elapsed() ? 0 : term.total; }

double added(const Cost& cost, const std::string& name) {
    double sum = 0;
    for (const Term& term : cost.terms)
        if (term.name == name) sum += added(term);
    return sum;
}

void find_term(Loser& loser, const Cost& winner) {
    for (const Term& term : loser.candidate->cost.terms) {
        const double excess = added(term) - added(winner, term.name);
        if (excess > loser.excess_cycles) {
            loser.term = &term;
            loser.excess_cycles = excess;
        }
    }
}

/// Elapsed cycles beyond an even share of the one-thread total: fork and join, tasks, imbalance.
double beyond_even_share(const Cost& cost, int threads) { return cost.cycles - cost.serial_cycles / threads; }

/// Replaces the term where the loser's threads lose more than it does, both taken as elapsed time on the
/// winner's threads.
void compare_threads(Loser& loser, const Cost& winner, int threads) {
    const double excess =
        beyond_even_share(loser.candidate->cost, threads) - beyond_even_share(winner, threads);
    if (excess <= loser.excess_cycles / threads) return;
    loser.by_threads = true;
    loser.excess_cycles = excess;
    loser.term = nullptr;
    for (const Term& term : loser.candidate->cost.terms)
        if (term.is_elapsed()) loser.term = &term;
}

/// A flip names its winner; only a configuration of this space can be told to be of the loser's kind.
std::vector<std::string> flips_to(const Decision& decision, const Kind& wanted) {
    std::vector<std::string> changes;
    for (const Flip& flip : decision.flips)
        for (const Candidate& candidate : decision.ranked)
            if (kind(candidate.config) == wanted && candidate.config.name() == flip.winner)
                changes.push_back(flip.change);
    return changes;
}

Loser explained(const Decision& decision, const Candidate& candidate) {
    const Cost& winner = decision.winner().cost;
    Loser loser;
    loser.candidate = &candidate;
    loser.slower = winner.cycles > 0 ? candidate.cost.cycles / winner.cycles - 1 : 0;
    loser.wins_with = flips_to(decision, kind(candidate.config));
    find_term(loser, winner);
    compare_threads(loser, winner, threads(decision.winner().config, decision.machine));
    return loser;
}

} // namespace

std::vector<Loser> best_losers(const Decision& decision, std::size_t count) {
    std::vector<Kind> shown{kind(decision.winner().config)};
    std::vector<Loser> losers;
    for (const Candidate& candidate : decision.ranked) {
        if (losers.size() == count) break;
        if (std::find(shown.begin(), shown.end(), kind(candidate.config)) != shown.end()) continue;
        shown.push_back(kind(candidate.config));
        losers.push_back(explained(decision, candidate));
    }
    return losers;
}

} // namespace autoconfig::report
