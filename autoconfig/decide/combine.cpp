// See combine.h.
#include "autoconfig/decide/combine.h"

#include "autoconfig/allocation_limits.h"
#include "autoconfig/space/space.h"

#include <algorithm>
#include <utility>

namespace autoconfig {

namespace {

Fusion fuse_around(const std::vector<Decision>& decisions, StageGraph graph, const Machine& machine) {
    const std::set<std::string> taken = taken_by(decisions);
    for (FuncStages& func : graph.funcs) func.fixed = func.fixed || taken.count(func.name) > 0;
    return fuse(graph, machine);
}

double cycles_of(const Decision& decision) { return decision.winner().cost.cycles; }

bool is_computed(const std::string& func, const StageGraph& graph) {
    const int index = graph.index_of(func);
    return index >= 0 && !graph.funcs[index].image;
}

/// Steps that are no multiply-adds, which the loops of a stage do as well; or a sum of products of elements,
/// batch by batch, that takes no longer than making its computed operands and what they are made of?
bool may_be_left(const Decision& decision, const Fusion& fusion, const StageGraph& graph) {
    const Problem& problem = decision.problem;
    if (problem.step) return true;
    if (problem.transforms || (problem.extent(Role::M) > 1 && problem.extent(Role::N) > 1)) return false;
    return (is_computed(problem.a.func, graph) || is_computed(problem.b.func, graph)) &&
           fusion.cycles > cycles_of(decision);
}

/// Would the result need a buffer at root that Halide refuses?
bool is_too_large(const Problem& problem, const StageGraph& graph) {
    const int stored = graph.index_of(problem.consumer.empty() ? problem.func : problem.consumer);
    return stored >= 0 && !graph.funcs[stored].output &&
           graph.funcs[stored].stored_bytes() > halide_most_buffer_bytes;
}

} // namespace

std::set<std::string> taken_by(const std::vector<Decision>& decisions) {
    std::set<std::string> taken;
    for (const Decision& decision : decisions) {
        taken.insert(decision.problem.func);
        taken.insert(decision.problem.consumer);
        taken.insert(decision.problem.inlined.begin(), decision.problem.inlined.end());
        const Config& config = decision.winner().config;
        const bool a_at_tile = config.pack_a() || config.is<RegisterTile>(); // or inlined there
        if (a_at_tile && decision.problem.a.movable) taken.insert(decision.problem.a.func);
        const bool b_at_tile =
            (config.pack_b() && decision.problem.b.movable) || // or in panels: read in place
            makes_b_where_read(decision.problem, config);
        if (b_at_tile || decision.problem.b.panel > 0) taken.insert(decision.problem.b.func);
        if (config.is<Winograd>())
            for (const std::string& func : decision.problem.transforms->funcs()) taken.insert(func);
    }
    return taken;
}

Combination combine(std::vector<Decision> decisions, const StageGraph& graph, const Machine& machine) {
    Combination result{std::move(decisions), {}, {}};
    std::vector<Decision>& contractions = result.contractions;
    result.fusion = fuse_around(contractions, graph, machine);
    for (std::size_t i = 0; i < contractions.size();) {
        const bool too_large = is_too_large(contractions[i].problem, graph);
        if (!too_large && !may_be_left(contractions[i], result.fusion, graph)) {
            ++i;
            continue;
        }
        std::vector<Decision> others = contractions;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
        Fusion fused = fuse_around(others, graph, machine);
        const double apart = result.fusion.cycles + cycles_of(contractions[i]);
        if (!too_large && fused.cycles >= apart) {
            ++i;
            continue;
        }
        result.left.push_back({contractions[i].problem.func, apart, fused.cycles});
        contractions = std::move(others);
        result.fusion = std::move(fused);
        i = 0; // what is left changes what those before it are worth
    }
    return result;
}

} // namespace autoconfig
