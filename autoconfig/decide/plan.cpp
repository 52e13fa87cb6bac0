// Gathers what was decided, with the memory that it takes.
#include "autoconfig/decide/plan.h"

#include "autoconfig/decide/threads_from.h"

#include <algorithm>
#include <cmath>

namespace autoconfig {

namespace {

std::string in_mebibytes(double bytes) {
    const long long tenths = std::llround(10 * bytes / (1024 * 1024));
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " MiB";
}

/// `stored`: the copy of the result first.
void note_result(Plan& plan, const ContractionPlan& contraction, const std::vector<Storage>& stored) {
    if (contraction.result != ResultPlace::Added) return;
    plan.notes.push_back(contraction.problem.func + ": made apart, in " + in_mebibytes(stored.front().bytes) +
                         ", and added to the output");
}

bool is_output(const StageGraph& graph, const std::string& func) {
    const int f = graph.index_of(func);
    return f >= 0 && graph.funcs[f].output;
}

/// The consumer of a contraction is at root.
void add_consumer(Plan& plan, const Problem& problem, const StageGraph& graph) {
    if (problem.consumer.empty() || is_output(graph, problem.consumer)) return;
    plan.storage.push_back(
        {problem.consumer, "root", problem.result_elements() * problem.out.type.bytes(), false});
}

/// Bytes of what lies in tiles, of all threads.
double tile_bytes(const std::vector<Storage>& storage, double threads) {
    double bytes = 0;
    for (const Storage& one : storage)
        if (one.where != "root") bytes += threads * one.bytes;
    return bytes;
}

/// Bodies, and whether threads share what they do.
void choose_by_size(ContractionPlan& plan, const Machine& machine) {
    if (plan.result != ResultPlace::Added) plan.bodies = bodies_by_size(plan.problem, machine, plan.config);
    plan.threads_from = threads_from(plan.problem, machine, plan.bodies);
}

void append(std::vector<Storage>& all, const std::vector<Storage>& more) {
    all.insert(all.end(), more.begin(), more.end());
}

/// Funcs at root that lead no group.
void add_choices(Plan& plan, const StageGraph& graph) {
    for (const FuncChoice& choice : plan.fusion.choices) {
        const bool known = std::any_of(plan.storage.begin(), plan.storage.end(),
                                       [&](const Storage& one) { return one.func == choice.func; });
        if (choice.place == Place::Root && !known && !is_output(graph, choice.func))
            plan.storage.push_back({choice.func, "root", choice.bytes, !choice.copy_of.empty()});
    }
}

} // namespace

Plan legalise(const Combination& combination, const StageGraph& graph, const Machine& machine) {
    Plan plan;
    plan.fusion = combination.fusion;
    double tiles = 0;
    for (const Decision& decision : combination.contractions) {
        const Config& config = decision.winner().config;
        plan.contractions.push_back(legalise(decision.problem, config));
        choose_by_size(plan.contractions.back(), machine);
        const std::vector<Storage> stored = storage_of(plan.contractions.back());
        tiles =
            std::max(tiles, tile_bytes(stored, config.parallel == ParallelLoop::None ? 1 : machine.cores));
        append(plan.storage, stored);
        add_consumer(plan, decision.problem, graph);
        note_result(plan, plan.contractions.back(), stored);
    }
    for (const FusedGroup& group : plan.fusion.groups) {
        const std::vector<Storage> stored = storage_of(group);
        tiles = std::max(tiles, tile_bytes(stored, group.parallel ? machine.cores : 1));
        append(plan.storage, stored);
    }
    add_choices(plan, graph);
    plan.peak_bytes = tiles;
    for (const Storage& one : plan.storage)
        if (one.where == "root") plan.peak_bytes += one.bytes;
    return plan;
}

} // namespace autoconfig
