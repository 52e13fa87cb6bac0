// See nest.h.
#include "schedules/nest.h"

#include "schedules/tile.h"

#include <algorithm>

namespace autoconfig {

using Halide::TailStrategy;

Nest::Nest(Script& script, const ContractionPlan& plan)
    : script_(script), plan_(plan), contraction_(script.func(plan.problem.func)), result_(contraction_),
      sized_(contraction_) {
    switch (plan.result) {
    case ResultPlace::Root:
        result_ = contraction_.in(problem().func + "_result");
        result_.compute_root();
        break;
    case ResultPlace::Consumer:
        sized_ = result_ = script.func(problem().consumer);
        if (!is_output()) result_.compute_root();
        break;
    case ResultPlace::Added: detach_result(); break;
    }
    if (problem().groups) split_groups();
}

void Nest::split_groups() {
    const GroupedLoop& groups = *problem().groups;
    const Axis channels = axis(result_, groups.within);
    group_ = script_.var("group");
    in_group_ = script_.var("in_group");
    result_.pure().split(channels, group_, in_group_, problem().loops[groups.within].extent,
                         TailStrategy::GuardWithIf);
}

Axis Nest::axis(FuncScript& func, int loop) const {
    if (!group_.id.empty() && func.func().name() == result_.func().name()) {
        if (loop == problem().groups->over) return group_;
        if (loop == problem().groups->within) return in_group_;
    }
    return func.func().name() == problem().consumer ? func.axis(loop)
                                                    : script_.existing_var(problem().loops[loop].name);
}

void Nest::detach_result() {
    const bool threads = config().parallel != ParallelLoop::None;
    FuncScript output = contraction_;
    contraction_ = output.rfactor({}, output.id() + "_sum");
    result_ = contraction_.in(output, output.id() + "_result");
    result_.compute_root();
    elementwise(*this, output, output.pure(), threads);
    elementwise(*this, output, output.update(), threads, !output.vectors_are_aligned_on_trust(0));
}

bool Nest::bound(Role role) const {
    const int loop = dimension(role);
    return loop < 0 || problem().loops[loop].source == ExtentSource::Bound;
}

bool Nest::k_is_bound() const {
    return std::all_of(problem().loops.begin(), problem().loops.end(), [](const Loop& loop) {
        return (loop.role != Role::K && loop.role != Role::Window) || loop.source == ExtentSource::Bound;
    });
}

bool Nest::groups_are_bound() const {
    return !problem().groups || problem().loops[problem().groups->over].source == ExtentSource::Bound;
}

Condition Nest::holds(std::int64_t rows, std::int64_t columns) {
    Condition all;
    if (!groups_are_bound()) {
        if (!is_output()) return {};
        all.add_zero(sized_.min(problem().groups->within));
    }
    for (const auto& [role, least] : {std::pair(Role::N, columns), std::pair(Role::M, rows)}) {
        if (dimension(role) < 0) continue;
        const Extent extent = is_output() ? sized_.extent(dimension(role))
                                          : script_.least_extent(sized_.func().name(), dimension(role));
        if (!extent.expr.defined()) return {};
        all.add(extent, least);
    }
    return all;
}

std::vector<Axis> Nest::k_loops() const {
    std::vector<Axis> axes;
    for (int l : problem().reduction_order()) axes.push_back(script_.existing_rvar(problem().loops[l].name));
    return axes;
}

std::size_t Nest::blocked_loop() const {
    const std::vector<int> order = problem().reduction_order();
    return std::find(order.begin(), order.end(), problem().innermost(Role::K)) - order.begin();
}

std::int64_t Nest::block_of_loop() const {
    const std::int64_t all = problem().loops[problem().innermost(Role::K)].extent;
    const auto* blocked = std::get_if<Blocked>(&config().strategy);
    return blocked ? blocked->KC / problem().k_block_unit() : all;
}

} // namespace autoconfig
