// Regret, rank correlation and error, of a shape and of several.
#include "bench/regret/judgement.h"

#include "autoconfig/statistics.h"

#include <algorithm>
#include <cmath>

namespace autoconfig::bench {

Judgement judge(const Landscape& landscape, const std::vector<double>& predicted_s) {
    const auto chosen = static_cast<std::size_t>(std::min_element(predicted_s.begin(), predicted_s.end()) -
                                                 predicted_s.begin());
    const double seconds = landscape.seconds[chosen];
    return {seconds / best_seconds(landscape) - 1, kendall_tau_b(predicted_s, landscape.seconds),
            predicted_s[chosen] / seconds - 1};
}

RegretSummary summarise(const std::vector<Judgement>& judgements) {
    std::vector<double> factors, regrets, taus, errors;
    for (const Judgement& judgement : judgements) {
        factors.push_back(1 + judgement.regret);
        regrets.push_back(judgement.regret);
        errors.push_back(std::abs(judgement.error));
        if (!std::isnan(judgement.tau)) taus.push_back(judgement.tau);
    }
    return {static_cast<int>(judgements.size()),
            geomean(factors) - 1,
            quantile(regrets, 0.95),
            quantile(regrets, 1),
            median(taus),
            median(errors)};
}

} // namespace autoconfig::bench
