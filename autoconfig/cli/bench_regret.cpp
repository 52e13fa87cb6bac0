// A shape's space and what the model says of it, with all of its terms or without some.
#include "autoconfig/cli/bench_regret.h"

#include "autoconfig/cli/bench_kernels.h"
#include "autoconfig/cli/kernel.h"
#include "autoconfig/cli/one_line.h"
#include "autoconfig/error.h"
#include "autoconfig/host.h"
#include "autoconfig/model/evaluate.h"
#include "autoconfig/report/wording.h"

#include <algorithm>
#include <memory>

namespace autoconfig::cli {

namespace {

Decision decision_of(const bench::Shape& shape, int threads) try {
    bench::KernelRequest request;
    request.shape = shape;
    request.threads = threads;
    request.algorithm = "direct";
    const Scheduled scheduled = analyse(spec_for_bench(request), host_target(), options_for_bench(request));
    if (scheduled.outcome->decisions.empty())
        throw Error(shape.name() + ": it has no contraction whose configuration could be chosen");
    return scheduled.outcome->decisions.front();
} catch (const Halide::Error& error) {
    throw Error("Halide: " + one_line(error.what()));
}

std::vector<std::string> terms_of(const Decision& decision) {
    std::vector<std::string> names;
    for (const Candidate& candidate : decision.ranked)
        for (const Term& term : candidate.cost.terms)
            if (std::find(names.begin(), names.end(), term.name) == names.end()) names.push_back(term.name);
    return names;
}

} // namespace

bench::ModelledSpace modelled_space(const bench::Shape& shape, int threads) {
    const auto decision = std::make_shared<const Decision>(decision_of(shape, threads));
    bench::ModelledSpace space;
    for (const Candidate& candidate : decision->ranked) space.configs.push_back(candidate.config.name());
    space.terms = terms_of(*decision);
    space.predicted_s = [decision](const std::string& without) {
        const Facts facts(decision->problem, decision->machine);
        std::vector<double> seconds;
        for (const Candidate& candidate : decision->ranked)
            seconds.push_back(report::seconds(evaluate(facts, candidate.config, Words::No, without).cycles,
                                              decision->machine));
        return seconds;
    };
    return space;
}

} // namespace autoconfig::cli
