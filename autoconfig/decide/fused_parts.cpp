// See fused_parts.h.
#include "autoconfig/decide/fused_parts.h"

#include <functional>
#include <numeric>
#include <utility>

namespace autoconfig {

namespace {

/// Which of so many things belong together.
class DisjointSets {
public:
    explicit DisjointSets(std::size_t count) : parent_(count) {
        std::iota(parent_.begin(), parent_.end(), 0);
    }

    int first_of(int one) {
        while (parent_[one] != one) one = parent_[one] = parent_[parent_[one]];
        return one;
    }
    void join(int a, int b) { parent_[first_of(a)] = first_of(b); }

private:
    std::vector<int> parent_;
};

/// Calls visit(reader, producer) for all reads of one of these Funcs by another.
template<typename Visit>
void for_each_read_among(const std::set<int>& funcs, const StageGraph& graph, const Visit& visit) {
    for (int f : funcs)
        for (const StageWork& stage : graph.funcs[f].stages)
            for (const Read& read : stage.reads)
                if (funcs.count(read.producer) > 0) visit(f, read.producer);
}

} // namespace

FusedParts::Funcs FusedParts::all_but(const std::set<std::string>& taken) const {
    Funcs all;
    for (int f = 0; f < static_cast<int>(graph_.funcs.size()); ++f) {
        const FuncStages& func = graph_.funcs[f];
        if (!func.image && !func.fixed && taken.count(func.name) == 0) all.insert(f);
    }
    return all;
}

FusedParts::Funcs FusedParts::near(const std::string& func, const Funcs& funcs, int reads) const {
    Funcs near;
    if (const int start = graph_.index_of(func); start >= 0) near.insert(start);
    for (int step = 0; step < reads; ++step) {
        Funcs further = near;
        for_each_read_among(funcs, graph_, [&](int reader, int producer) {
            if (near.count(reader) > 0 || near.count(producer) > 0) further.insert({reader, producer});
        });
        near = std::move(further);
    }
    return near;
}

std::vector<FusedParts::Funcs> FusedParts::parts(const Funcs& funcs) const {
    DisjointSets sets(graph_.funcs.size());
    for_each_read_among(funcs, graph_, [&](int reader, int producer) { sets.join(reader, producer); });
    std::map<int, Funcs> parts;
    for (int f : funcs) parts[sets.first_of(f)].insert(f);
    std::vector<Funcs> result;
    for (auto& [first, part] : parts) result.push_back(std::move(part));
    return result;
}

StageGraph FusedParts::graph_of(const Funcs& part) const {
    StageGraph graph = graph_;
    for (int f = 0; f < static_cast<int>(graph.funcs.size()); ++f)
        graph.funcs[f].fixed = graph.funcs[f].fixed || (!graph.funcs[f].image && part.count(f) == 0);
    return graph;
}

double FusedParts::cycles(const Funcs& funcs) {
    double cycles = 0;
    for (const Funcs& part : parts(funcs)) {
        const auto [known, is_new] = cycles_.try_emplace(part, 0);
        if (is_new) known->second = greedy_cycles(graph_of(part), machine_);
        cycles += known->second;
    }
    return cycles;
}

FusedParts::Made FusedParts::made(const std::string& func, const std::string& copy_of) const {
    return {graph_.index_of(copy_of.empty() ? func : copy_of), !copy_of.empty()};
}

Fusion FusedParts::fused(const Funcs& funcs) const {
    Fusion all;
    all.machine = machine_;
    std::map<Made, FuncChoice> choices;
    std::map<Made, FusedGroup, std::greater<>> groups;
    std::vector<Funcs> all_parts = parts(funcs);
    all_parts.emplace_back(); // what images are, wherever they are read
    for (const Funcs& part : all_parts) {
        const Fusion one = fuse(graph_of(part), machine_);
        all.cycles += one.cycles;
        for (const FuncChoice& choice : one.choices)
            choices.emplace(made(choice.func, choice.copy_of), choice);
        for (const FusedGroup& group : one.groups)
            groups.emplace(made(group.leader.name, group.leader.copy_of), group);
    }
    for (auto& [f, choice] : choices) all.choices.push_back(std::move(choice));
    for (auto& [leader, group] : groups) all.groups.push_back(std::move(group));
    return all;
}

} // namespace autoconfig
