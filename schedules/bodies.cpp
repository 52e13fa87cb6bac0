// See bodies.h. Every body but the last is a specialization of the result for the sizes from which on it
// runs, and reads a copy of the sum, so that each has loops and Funcs of its own.
#include "schedules/bodies.h"

#include "schedules/strategies.h"

#include <algorithm>
#include <vector>

namespace autoconfig {

namespace {

using Funcs = Nest::Funcs;

Funcs all_sizes(const FuncScript& contraction, FuncScript result) {
    const StageScript stage = result.pure();
    return {contraction, std::move(result), stage};
}

/// Vectors along n, or as many single elements, which LLVM joins without trust in alignment; the outermost
/// loop parallel where the contraction is.
void add_elements(Script& script, const ContractionPlan& plan, FuncScript& output, StageScript stage,
                  bool vectors) {
    const int n = plan.problem.columns(), last = output.dimensions() - 1;
    if (n >= 0) {
        const Axis vector = script.var("vector"), lane = script.var("lane");
        stage.split(output.axis(n), vector, lane, plan.config.lanes, Halide::TailStrategy::GuardWithIf);
        if (vectors)
            stage.vectorize(lane);
        else
            stage.unroll(lane);
    }
    if (plan.config.parallel != ParallelLoop::None && last >= 0 && last != n)
        stage.parallel(output.axis(last));
}

/// The sum is made apart, and the output adds it element by element.
Funcs detach_result(Script& script, const ContractionPlan& plan) {
    FuncScript output = script.func(plan.problem.func);
    const FuncScript sum = output.rfactor({}, output.id() + "_sum");
    FuncScript copy = FuncScript(sum).in(output, output.id() + "_result");
    copy.compute_root();
    const bool trusted = output.vectors_are_aligned_on_trust(0);
    add_elements(script, plan, output, output.pure(), true);
    add_elements(script, plan, output, output.update(), !trusted);
    return all_sizes(sum, copy);
}

Funcs place_result(Script& script, const ContractionPlan& plan) {
    if (plan.result == ResultPlace::Added) return detach_result(script, plan);
    FuncScript contraction = script.func(plan.problem.func);
    FuncScript result = plan.result == ResultPlace::Root ? contraction.in(plan.problem.func + "_result")
                                                         : script.func(plan.problem.consumer);
    if (!script.is_output(result.func().name())) result.compute_root();
    return all_sizes(contraction, result);
}

/// The product of some loops' extents is so much or more.
void add(Condition& all, Script& script, const Problem& problem, const AtLeast& test) {
    std::vector<Extent> extents;
    for (int loop : test.loops) extents.push_back(script.extent(*problem.loops[loop].at_run_time));
    all.add(extents, test.steps);
}

/// All that a body asks for.
Condition condition(Script& script, const Problem& problem, const Body& body) {
    Condition all;
    if (body.from_first_group) {
        const RunTimeExtent& channels = *problem.loops[problem.groups->within].at_run_time;
        all.add_equal(script.func(channels.func).min(channels.index), 0);
    }
    if (body.single_column) all.add_equal(script.extent(*problem.loops[problem.columns()].at_run_time), 1);
    for (const Dense& dense : body.dense) all.add_equal(script.func(dense.func).stride(dense.dimension), 1);
    for (const AtLeast& test : body.where) add(all, script, problem, test);
    return all;
}

void schedule_body(Script& script, const ContractionPlan& plan, const Body& body, const Funcs& funcs) {
    Nest nest(script, plan, body, funcs);
    if (nest.problem().way.without_padding)
        nest.contraction().leave_out_zeros(nest.problem().a.func, nest.problem().padded->dimension);
    std::visit(
        [&](const auto& strategy) {
            if constexpr (!std::is_same_v<std::decay_t<decltype(strategy)>, Winograd>)
                schedule(nest, strategy);
        },
        body.config.strategy);
}

void schedule_bodies(Script& script, const ContractionPlan& plan) {
    if (const auto* winograd = std::get_if<Winograd>(&plan.config.strategy))
        return schedule(script, plan, *winograd);
    Funcs funcs = place_result(script, plan);
    const std::vector<std::string>& inlined = plan.problem.inlined;
    if (plan.bodies.size() > 1)
        for (auto func = inlined.rbegin(); func != inlined.rend(); ++func)
            funcs.result.take_up(script.func(*func));
    std::vector<Halide::Expr> before;
    for (std::size_t i = 0; i + 1 < plan.bodies.size(); ++i) {
        const Body& body = plan.bodies[i];
        const Condition where = condition(script, plan.problem, body);
        // Halide drops what never runs, but not the Funcs that it alone reads.
        const Halide::Expr holds = Halide::Internal::simplify(where.expr);
        const auto is_same = [&](const Halide::Expr& other) { return Halide::Internal::equal(holds, other); };
        // Conditions on sizes that are known may leave the same of two.
        const bool never =
            Halide::Internal::is_const_zero(holds) || std::any_of(before.begin(), before.end(), is_same);
        if (never) continue;
        before.push_back(holds);
        if (Halide::Internal::is_const_one(holds)) return schedule_body(script, plan, body, funcs);
        const StageScript stage = funcs.result.pure().specialize(where, funcs.result.id() + "_at_sizes");
        const FuncScript sum = funcs.result.body_of(funcs.contraction);
        schedule_body(script, plan, body, {sum, funcs.result, stage});
    }
    schedule_body(script, plan, plan.bodies.back(), funcs);
}

} // namespace

void schedule(Script& script, const ContractionPlan& plan) {
    Condition threads;
    if (plan.threads_from) add(threads, script, plan.problem, *plan.threads_from);
    script.threads_pay_where(threads.expr);
    schedule_bodies(script, plan);
    script.threads_pay_where({});
}

} // namespace autoconfig
