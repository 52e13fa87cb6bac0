// See combine.h.
#include "autoconfig/decide/combine.h"

#include "autoconfig/allocation_limits.h"
#include "autoconfig/decide/fused_parts.h"
#include "autoconfig/space/space.h"

#include <algorithm>
#include <utility>

namespace autoconfig {

namespace {

double cycles_of(const Decision& decision) { return decision.winner().cost.cycles; }

bool is_computed(const std::string& func, const StageGraph& graph) {
    const int index = graph.index_of(func);
    return index >= 0 && !graph.funcs[index].image;
}

/// Steps that are no multiply-adds, which the loops of a stage do as well; or a sum of products of elements,
/// batch by batch, that takes no longer than making its computed operands and what they are made of?
bool may_be_left(const Decision& decision, double fused_cycles, const StageGraph& graph) {
    const Problem& problem = decision.problem;
    if (problem.step) return true;
    if (problem.transforms || (problem.extent(Role::M) > 1 && problem.extent(Role::N) > 1)) return false;
    return (is_computed(problem.a.func, graph) || is_computed(problem.b.func, graph)) &&
           fused_cycles > cycles_of(decision);
}

/// Would the result need a buffer at root that Halide refuses?
bool is_too_large(const Problem& problem, const StageGraph& graph) {
    const int stored = graph.index_of(problem.consumer.empty() ? problem.func : problem.consumer);
    return stored >= 0 && !graph.funcs[stored].output &&
           graph.funcs[stored].stored_bytes() > halide_most_buffer_bytes;
}

void add_taken_by(const Decision& decision, std::set<std::string>& taken) {
    taken.insert(decision.problem.func);
    taken.insert(decision.problem.consumer);
    taken.insert(decision.problem.inlined.begin(), decision.problem.inlined.end());
    taken.insert(decision.problem.through.begin(), decision.problem.through.end());
    const Config& config = decision.winner().config;
    const bool a_at_tile = config.pack_a() || config.is<RegisterTile>(); // or inlined there
    if (a_at_tile && decision.problem.a.movable) taken.insert(decision.problem.a.func);
    const bool b_at_tile = (config.pack_b() && decision.problem.b.movable) || // or in panels: read in place
                           makes_b_where_read(decision.problem, config);
    if (b_at_tile || decision.problem.b.panel > 0) taken.insert(decision.problem.b.func);
    if (config.is<Winograd>())
        for (const std::string& func : decision.problem.transforms->funcs()) taken.insert(func);
}

/// Reads away from a contraction: what leaving it changes beyond does not count.
constexpr int surroundings = 4;

/// Leaves contractions one by one, for as long as that makes the pipeline cheaper; or all of them that may be
/// left, as one may stand between what another is made of and what reads it.
class Leaving {
public:
    Leaving(std::vector<Decision> contractions, const StageGraph& graph, const Machine& machine)
        : contractions_(std::move(contractions)), graph_(graph), parts_(graph, machine),
          cycles_(parts_.cycles(parts_.all_but(taken_by(contractions_)))) {}

    Combination take() {
        // What is left changes what those before it are worth.
        for (std::size_t i = 0; i < contractions_.size();) i = leave(i) ? 0 : i + 1;
        leave_all();
        Fusion fusion = parts_.fused(parts_.all_but(taken_by(contractions_)));
        return {std::move(contractions_), std::move(fusion), std::move(left_)};
    }

private:
    bool leave(std::size_t i) {
        const Decision& decision = contractions_[i];
        const bool too_large = is_too_large(decision.problem, graph_);
        if (!too_large && !may_be_left(decision, cycles_, graph_)) return false;
        const double apart = cycles_ + cycles_of(decision), fused = cycles_ + cycles_longer_without(i);
        if (!too_large && fused >= apart) return false;
        left_.push_back({decision.problem.func, apart, fused});
        contractions_.erase(contractions_.begin() + static_cast<std::ptrdiff_t>(i));
        cycles_ = fused;
        return true;
    }

    void leave_all() {
        std::vector<Decision> left, kept;
        for (const Decision& decision : contractions_)
            (may_be_left(decision, cycles_, graph_) ? left : kept).push_back(decision);
        if (left.size() < 2) return; // one has been tried
        double apart = cycles_;
        for (const Decision& decision : left) apart += cycles_of(decision);
        const double fused = parts_.cycles(parts_.all_but(taken_by(kept)));
        if (fused >= apart) return;
        for (const Decision& decision : left) left_.push_back({decision.problem.func, apart, fused});
        contractions_ = std::move(kept);
        cycles_ = fused;
    }

    std::set<std::string> taken_without(std::size_t i) const {
        std::set<std::string> taken;
        for (std::size_t other = 0; other < contractions_.size(); ++other)
            if (other != i) add_taken_by(contractions_[other], taken);
        return taken;
    }

    /// What the fusion of what is near takes longer where this contraction is part of it.
    double cycles_longer_without(std::size_t i) {
        const FusedParts::Funcs near =
            parts_.near(contractions_[i].problem.func, parts_.all_but(taken_without(i)), surroundings);
        FusedParts::Funcs beside;
        for (int f : parts_.all_but(taken_by(contractions_)))
            if (near.count(f) > 0) beside.insert(f);
        return parts_.cycles(near) - parts_.cycles(beside);
    }

    std::vector<Decision> contractions_;
    std::vector<LeftToFusion> left_;
    const StageGraph& graph_;
    FusedParts parts_;
    double cycles_; // of what is fused
};

} // namespace

std::set<std::string> taken_by(const std::vector<Decision>& decisions) {
    std::set<std::string> taken;
    for (const Decision& decision : decisions) add_taken_by(decision, taken);
    return taken;
}

Combination combine(std::vector<Decision> decisions, const StageGraph& graph, const Machine& machine) {
    return Leaving(std::move(decisions), graph, machine).take();
}

} // namespace autoconfig
