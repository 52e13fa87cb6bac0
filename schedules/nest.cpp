// See nest.h.
#include "schedules/nest.h"

#include "schedules/tile.h"

#include <algorithm>

namespace autoconfig {

using Halide::TailStrategy;

Nest::Nest(Script& script, const ContractionPlan& plan, const Body& body, Funcs funcs)
    : script_(script), body_(body), problem_(in_way_of(body, plan.problem)), funcs_(std::move(funcs)) {
    if (problem().groups) split_groups();
}

void Nest::split_groups() {
    const GroupedLoop& groups = *problem().groups;
    const Axis channels = axis(funcs_.result, groups.within);
    group_ = script_.var("group");
    in_group_ = script_.var("in_group");
    funcs_.stage.split(channels, group_, in_group_, problem().loops[groups.within].extent,
                       TailStrategy::GuardWithIf);
}

Axis Nest::axis(FuncScript& func, int loop) const {
    if (!group_.id.empty() && func.func().name() == funcs_.result.func().name()) {
        if (loop == problem().groups->over) return group_;
        if (loop == problem().groups->within) return in_group_;
    }
    return func.func().name() == problem().consumer ? func.axis(loop)
                                                    : script_.existing_var(problem().loops[loop].name);
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
