// See result_place.h.
#include "autoconfig/decide/result_place.h"

namespace autoconfig {

ContractionPlan legalise(const Problem& problem, const Config& config) {
    const ResultPlace result = problem.consumer.empty()           ? ResultPlace::Root
                               : problem.consumer == problem.func ? ResultPlace::Added
                                                                  : ResultPlace::Consumer;
    return {problem, config, result, {guarded(config)}};
}

} // namespace autoconfig
