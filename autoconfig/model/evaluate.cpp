// Enters the terms of a configuration and has them composed.
#include "autoconfig/model/evaluate.h"

#include "autoconfig/model/contraction.h"

#include <algorithm>

namespace autoconfig {

Cost evaluate(const Facts& facts, const Config& config, Words words, std::string_view without,
              const std::function<void(Ledger&)>& beside) {
    const Machine& machine = facts.machine;
    const Tiling tiling(facts, config);
    const Contraction run{facts, config, tiling};
    Ledger ledger(words, without);
    std::visit([&](const auto& strategy) { add_terms(ledger, run, strategy); }, config.strategy);
    add_threads(ledger, run);
    ledger.add("T_call", Resource::Serial, Phase::Alone,
               ledger.q({"entering the pipeline", cycles_unit}, machine.call_cycles));
    if (beside) beside(ledger);
    const double tasks = config.parallel == ParallelLoop::None ? 1 : config.tasks;
    const Split split{std::min<double>(machine.cores, tasks), tasks};
    Cost cost = compose(std::move(ledger), shares_of_steps(run), split, machine);
    cost.tail_waste = tiling.waste;
    cost.peak_fraction = ideal_cycles(facts, split.threads) / cost.cycles;
    return cost;
}

double ideal_cycles(const Facts& facts, double cores) {
    const double per_cycle = facts.mac.per_cycle * facts.steps_at_once;
    return facts.problem.steps() * facts.kept / facts.max_lanes / per_cycle / cores;
}

} // namespace autoconfig
