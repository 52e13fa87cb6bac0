// See result_place.h.
#include "autoconfig/decide/result_place.h"

namespace autoconfig {

namespace {

/// The loop that rows (M) or columns (N) of a tile run over, or -1.
int dimension(const Problem& problem, Role role) {
    return role == Role::N ? problem.columns() : problem.innermost(role);
}

bool is_bound(const Problem& problem, Role role) {
    const int loop = dimension(problem, role);
    return loop >= 0 && problem.loops[loop].source == ExtentSource::Bound;
}

bool divides(const Problem& problem, Role role, std::int64_t size) {
    const int loop = dimension(problem, role);
    return loop < 0 || (is_bound(problem, role) && problem.loops[loop].extent % size == 0);
}

/// Why an output's update cannot add tile by tile; empty where it can.
std::string adds_elements_because(const Problem& problem, const Config& config) {
    if (problem.groups) return "its channels are in groups";
    if (config.fills_panels()) return "its last panel is filled up";
    if (problem.rows_aligned_on_trust == 1) return "Halide takes its rows for aligned";
    return "";
}

} // namespace

ContractionPlan legalise(const Problem& problem, const Config& config) {
    ContractionPlan plan;
    plan.problem = problem;
    plan.config = config;
    plan.divided = divides(problem, Role::M, config.MR) && divides(problem, Role::N, config.NR());
    const std::int64_t trusted = problem.rows_aligned_on_trust;
    plan.vector_adds = trusted != 1;
    const bool unknown = !is_bound(problem, Role::M) && !is_bound(problem, Role::N);
    plan.unrolled_adds = (plan.divided || unknown) && (trusted == 0 || trusted > config.MR);
    if (problem.consumer.empty()) {
        plan.result = ResultPlace::Root;
    } else if (problem.consumer == problem.func) {
        plan.reason = adds_elements_because(problem, config);
        plan.result = plan.reason.empty() ? ResultPlace::Output : ResultPlace::Added;
    }
    return plan;
}

} // namespace autoconfig
