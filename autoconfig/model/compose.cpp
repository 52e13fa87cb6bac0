// See compose.h.
#include "autoconfig/model/compose.h"

#include "autoconfig/model/overlap.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace autoconfig {

namespace {

using Totals = std::array<double, resources>; // cycles of each resource

/// Of the terms for which that holds.
template<typename Holds>
Totals totals_where(const std::vector<Term>& terms, const Holds& holds) {
    Totals totals{};
    for (const Term& term : terms)
        if (holds(term)) totals[static_cast<std::size_t>(term.resource)] += term.total;
    return totals;
}

Totals totals_of(const Ledger& ledger, Phase phase) {
    return totals_where(ledger.terms(),
                        [&](const Term& term) { return term.phase == phase && !term.is_elapsed(); });
}

bool is_idle(const Totals& totals) {
    return std::all_of(totals.begin(), totals.end(), [](double cycles) { return cycles == 0; });
}

Totals operator+(Totals a, const Totals& b) {
    for (std::size_t r = 0; r < a.size(); ++r) a[r] += b[r];
    return a;
}

Totals operator*(double share, Totals totals) {
    for (double& cycles : totals) cycles *= share;
    return totals;
}

Busy busy(const Ledger& ledger, const Totals& totals) {
    Busy busy;
    for (std::size_t r = 0; r < totals.size(); ++r)
        if (totals[r] != 0)
            busy.cycles[r] = ledger.q({to_string(static_cast<Resource>(r)), cycles_unit}, totals[r]);
    return busy;
}

Expression one_after_the_other(const Busy& busy) {
    Expression sum;
    for (const Expression& one : busy.cycles) sum = sum + one;
    return sum;
}

void mark_hidden(std::vector<Term>& terms, Phase phase) {
    for (Term& term : terms)
        if (term.phase == phase) term.overlapped = true;
}

/// The phases in which something happens, each with its time. What a beginning has of its own and hides
/// wholly is marked.
std::vector<PhaseTime> times_of(Ledger& ledger, const Shares& shares, const Machine& machine) {
    const std::unique_ptr<Overlap> overlap = overlap_of(machine, ledger.words());
    const Totals steps = totals_of(ledger, Phase::AllSteps), alone = totals_of(ledger, Phase::Alone);
    const auto time = [&](const Totals& totals) { return overlap->time(busy(ledger, totals)); };
    std::vector<PhaseTime> times;
    double left = 1; // of the steps
    const std::pair<Phase, double> beginnings[] = {{Phase::FirstRow, shares.first_row},
                                                   {Phase::FirstPanel, shares.first_panel}};
    for (const auto& [phase, share] : beginnings) {
        const Totals own = totals_of(ledger, phase);
        if (is_idle(own)) continue;
        const Totals beside = std::min(share, left) * steps;
        left -= std::min(share, left);
        times.push_back({share < 1 ? phase : Phase::AllSteps, time(beside + own)});
        if (times.back().cycles.value() <= time(beside).value()) mark_hidden(ledger.terms(), phase);
    }
    if (left > 0 && !is_idle(steps)) times.push_back({Phase::AllSteps, time(left * steps)});
    if (const Totals copy = totals_of(ledger, Phase::CopyOfA); !is_idle(copy))
        times.push_back({Phase::CopyOfA, time(copy)});
    if (!is_idle(alone)) times.push_back({Phase::Alone, one_after_the_other(busy(ledger, alone))});
    return times;
}

/// Slots of what all steps do side by side: loads and transfers between them are one.
std::size_t slot_of(const Term& term, const Machine& machine) {
    const bool between_loads = term.resource == Resource::L1L2 && !machine.l1_l2_overlaps;
    return static_cast<std::size_t>(between_loads ? Resource::Load : term.resource);
}

/// Of what all steps do side by side, the longest binds and the others run beside it.
void mark_binding(Cost& cost, const Machine& machine) {
    const auto beside = [](const Term& term) {
        return term.phase == Phase::AllSteps && term.resource != Resource::Serial &&
               term.resource != Resource::Memory;
    };
    Totals totals{};
    for (const Term& term : cost.terms)
        if (beside(term)) totals[slot_of(term, machine)] += term.total;
    const double most = *std::max_element(totals.begin(), totals.end());
    double largest = 0;
    for (Term& term : cost.terms) {
        if (!beside(term)) continue;
        term.overlapped = totals[slot_of(term, machine)] < most;
        if (term.overlapped || term.total <= largest) continue;
        largest = term.total;
        cost.binding = term.name;
    }
}

/// Cycles of lines from memory.
double from_memory(const std::vector<Term>& terms) {
    double cycles = 0;
    for (const Term& term : terms)
        if (term.shared) cycles += term.total;
    return cycles;
}

Expression elapsed(const Ledger& ledger, double serial, const Split& split, const Machine& machine) {
    const auto q = [&](const char* name, double value) { return ledger.q({name}, value); };
    const auto cycles = [&](const char* name, double value) { return ledger.q({name, cycles_unit}, value); };
    Expression working = cycles("T(1)", serial) * q("rounds", split.rounds()) / q("tasks", split.tasks);
    if (const double lines = from_memory(ledger.terms()); lines > 0)
        working = max(working, cycles("memory", lines) /
                                   min(q("n", split.threads), q("memory_cores", machine.memory_cores)));
    const Totals added = totals_where(ledger.terms(), [](const Term& term) { return term.is_elapsed(); });
    const Expression time = working + cycles("threads", added[static_cast<std::size_t>(Resource::Threads)]);
    const double queue = added[static_cast<std::size_t>(Resource::Queue)];
    return queue > 0 ? max(time, cycles("queue", queue)) : time;
}

void leave_threads_out(std::vector<Term>& terms) {
    terms.erase(
        std::remove_if(terms.begin(), terms.end(), [](const Term& term) { return term.is_elapsed(); }),
        terms.end());
}

} // namespace

double Split::rounds() const {
    return exact ? std::ceil(tasks / threads) : tasks / threads + (threads - 1) / (2 * threads);
}

Cost compose(Ledger ledger, const Shares& shares, const Split& split, const Machine& machine) {
    Cost cost;
    cost.times = times_of(ledger, shares, machine);
    for (const PhaseTime& time : cost.times) cost.serial_cycles += time.cycles.value();
    cost.parallel = split.tasks > 1;
    cost.cycles = cost.serial_cycles;
    if (cost.parallel) {
        cost.elapsed = elapsed(ledger, cost.serial_cycles, split, machine);
        cost.cycles = cost.elapsed.value();
    }
    cost.terms = std::move(ledger.terms());
    for (const Term& term : cost.terms) cost.busy_cycles += term.total;
    mark_binding(cost, machine);
    return cost;
}

Cost compose_cheapest(Ledger ledger, const Shares& shares, const Split& split, const Machine& machine) {
    Cost cost = compose(std::move(ledger), shares, split, machine);
    if (cost.cycles < cost.serial_cycles) return cost;
    leave_threads_out(cost.terms);
    cost.parallel = false;
    cost.elapsed = 0;
    cost.cycles = cost.serial_cycles;
    return cost;
}

} // namespace autoconfig
