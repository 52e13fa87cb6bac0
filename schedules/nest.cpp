// See nest.h.
#include "schedules/nest.h"

#include "schedules/tile.h"

#include <algorithm>

namespace autoconfig {

using Halide::TailStrategy;

namespace {

bool divides(const Nest& nest, Role role, std::int64_t size) {
    const int loop = nest.dimension(role);
    return loop < 0 || (nest.bound(role) && nest.problem().loops[loop].extent % size == 0);
}

bool known(const Nest& nest, Role role) { return nest.dimension(role) >= 0 && nest.bound(role); }

} // namespace

Nest::Nest(Script& script, const Problem& problem, const Config& config)
    : script_(script), problem_(problem), config_(config), contraction_(script.func(problem.func)),
      result_(contraction_), sized_(contraction_) {
    if (problem.consumer.empty()) {
        result_ = contraction_.in(problem.func + "_result");
        result_.compute_root();
    } else if (problem.consumer != problem.func) {
        sized_ = result_ = script.func(problem.consumer);
        if (!is_output()) result_.compute_root();
    } else if (!problem.groups && !contraction_.vectors_are_aligned_on_trust(0, {config.MR}) &&
               (divided() || !(known(*this, Role::M) || known(*this, Role::N)))) {
        in_place_ = true;
    } else {
        detach_result();
    }
    if (problem.groups) split_groups();
}

void Nest::split_groups() {
    const GroupedLoop& groups = *problem_.groups;
    const Axis channels = axis(result_, groups.within);
    group_ = script_.var("group");
    in_group_ = script_.var("in_group");
    result_.pure().split(channels, group_, in_group_, problem_.loops[groups.within].extent,
                         TailStrategy::GuardWithIf);
}

Axis Nest::axis(FuncScript& func, int loop) const {
    if (!group_.id.empty() && func.func().name() == result_.func().name()) {
        if (loop == problem_.groups->over) return group_;
        if (loop == problem_.groups->within) return in_group_;
    }
    return func.func().name() == problem_.consumer ? func.axis(loop)
                                                   : script_.existing_var(problem_.loops[loop].name);
}

bool Nest::divided() const {
    return divides(*this, Role::M, config_.MR) && divides(*this, Role::N, config_.NR());
}

/// Halide tiles an update only with guards, and drops code where a guarded vector lies wholly outside a
/// constant extent. So the sum is made apart, with overlapping tiles, and the output's update adds it element
/// by element.
void Nest::detach_result() {
    const bool threads = config_.parallel != ParallelLoop::None;
    FuncScript output = contraction_;
    contraction_ = output.rfactor({}, output.id() + "_sum");
    result_ = contraction_.in(output, output.id() + "_result");
    result_.compute_root();
    sized_ = result_;
    elementwise(*this, output, output.pure(), threads);
    elementwise(*this, output, output.update(), threads, !output.vectors_are_aligned_on_trust(0));
}

bool Nest::bound(Role role) const {
    const int loop = dimension(role);
    return loop < 0 || problem_.loops[loop].source == ExtentSource::Bound;
}

bool Nest::k_is_bound() const {
    return std::all_of(problem_.loops.begin(), problem_.loops.end(), [](const Loop& loop) {
        return (loop.role != Role::K && loop.role != Role::Window) || loop.source == ExtentSource::Bound;
    });
}

Condition Nest::holds(std::int64_t rows, std::int64_t columns) {
    Condition all;
    for (const auto& [role, least] : {std::pair(Role::N, columns), std::pair(Role::M, rows)}) {
        if (dimension(role) < 0) continue;
        const Extent extent = is_output() ? result_.extent(dimension(role))
                                          : script_.least_extent(sized_.func().name(), dimension(role));
        if (!extent.expr.defined()) return {};
        all.add(extent, least);
    }
    return all;
}

std::vector<Axis> Nest::k_loops() const {
    std::vector<Axis> axes;
    for (int l : problem_.reduction_order()) axes.push_back(script_.existing_rvar(problem_.loops[l].name));
    return axes;
}

std::size_t Nest::blocked_loop() const {
    const std::vector<int> order = problem_.reduction_order();
    return std::find(order.begin(), order.end(), problem_.innermost(Role::K)) - order.begin();
}

std::int64_t Nest::block_of_loop() const {
    const std::int64_t all = problem_.extent(Role::K) * problem_.extent(Role::Window);
    return config_.KC / (all / problem_.loops[problem_.innermost(Role::K)].extent);
}

} // namespace autoconfig
