// extract -> machine -> decide -> schedules -> report, for a whole pipeline.
#include "autoconfig/autoschedule.h"

#include "autoconfig/decide/decide.h"
#include "autoconfig/error.h"
#include "autoconfig/extract/canonical/canonical.h"
#include "autoconfig/extract/functions.h"
#include "autoconfig/extract/scheduled.h"
#include "autoconfig/extract/stage_graph.h"
#include "autoconfig/halide_compat.h"
#include "autoconfig/machine/load.h"
#include "autoconfig/model/group.h"
#include "autoconfig/report/bodies.h"
#include "autoconfig/report/format.h"
#include "autoconfig/report/fusion.h"
#include "autoconfig/report/memory.h"
#include "autoconfig/report/report.h"
#include "schedules/bodies.h"
#include "schedules/copies.h"
#include "schedules/fused.h"
#include "schedules/generic.h"
#include "schedules/read_outputs.h"

#include <algorithm>
#include <set>

namespace autoconfig {

namespace {

TargetTraits traits_of(const Halide::Target& target, const std::string& cpu) {
    TargetTraits traits;
    const std::string text = target.to_string();
    traits.arch = text.substr(0, text.find('-'));
    traits.bits = target.bits;
    traits.vector_bits = 8 * target.natural_vector_size(Halide::UInt(8));
    traits.features = compat::feature_names(target);
    traits.cpu = cpu;
    return traits;
}

/// As it is, or without vectors of what is doubtful.
StageGraph described(const Halide::Pipeline& pipeline, const Halide::Target& target, bool cautious) {
    StageGraph graph = stage_graph(pipeline, target.has_feature(Halide::Target::StrictFloat));
    for (FuncStages& func : graph.funcs) func.scalar = cautious && func.doubtful;
    return graph;
}

/// Puts the configuration named `force` first.
void force_winner(Decision& decision, const std::string& force) {
    const auto found =
        std::find_if(decision.ranked.begin(), decision.ranked.end(),
                     [&](const Candidate& candidate) { return candidate.config.name() == force; });
    if (found == decision.ranked.end())
        throw Error("config '" + force + "' is not in the space of " + decision.problem.func +
                    ": `autoconfig explain --json` lists the names that are");
    std::rotate(decision.ranked.begin(), found, found + 1);
}

/// Of the Funcs that are left alone, those that Halide refuses to inline.
void place_what_is_left(Script& script, Outcome& outcome, const Halide::Pipeline& pipeline) {
    const extraction::Functions functions(pipeline);
    for (const auto& [func, why] : outcome.left) {
        if (script.is_output(func) || !extraction::lacks_a_place(functions.all.at(func))) continue;
        script.func(func).compute_root();
        outcome.notes.push_back(func +
                                ": computed at root, as Halide inlines nothing whose loops are scheduled");
    }
}

} // namespace

Machine machine_for(const Halide::Target& target, const Options& options) {
    Machine machine = options.machine.empty() ? machine_from_target(traits_of(target, options.cpu))
                                              : machine_from_file(options.machine);
    if (options.host_caches) machine = with_host_caches(std::move(machine));
    return with_halide_params(std::move(machine), options.parallelism, options.last_level_cache);
}

Outcome analyse(const Halide::Pipeline& pipeline, const Halide::Target& target, const Options& options) {
    const Machine machine = machine_for(target, options);
    Canonical canonical = canonicalise(pipeline, target);
    Extraction extraction = extract(pipeline);
    const StageGraph graph = described(pipeline, target, options.cautious);
    Outcome outcome;
    outcome.doubtful = std::any_of(graph.funcs.begin(), graph.funcs.end(),
                                   [](const FuncStages& func) { return func.doubtful; });
    outcome.schedule_source = std::move(canonical.source);
    outcome.unmodelled = std::move(extraction.unmodelled);
    outcome.left = std::move(extraction.left);
    outcome.notes = std::move(extraction.notes);
    outcome.notes.insert(outcome.notes.end(), canonical.notes.begin(), canonical.notes.end());
    std::vector<Decision> decisions;
    for (Problem& problem : extraction.contractions) {
        const std::string& result = problem.consumer.empty() ? problem.func : problem.consumer;
        problem.columns_may_overrun = !problem.groups && may_overrun(graph, result, problem.columns());
        if (target.has_feature(Halide::Target::StrictFloat)) problem.padded.reset();
        Decision decision = decide(problem, machine, options.accuracy);
        if (decision.ranked.empty()) {
            outcome.unmodelled.push_back({problem.func, decision.refused.front().reason});
            continue;
        }
        if (!options.force.empty()) force_winner(decision, options.force);
        decisions.push_back(std::move(decision));
    }
    Combination combination = combine(std::move(decisions), graph, machine);
    outcome.plan = legalise(combination, graph, machine);
    outcome.decisions = std::move(combination.contractions);
    for (const LeftToFusion& left : combination.left)
        outcome.notes.push_back(left.func + ": with the fused Funcs " + report::cycles(left.fused) +
                                " cycles in all, apart " + report::cycles(left.apart));
    outcome.notes.insert(outcome.notes.end(), outcome.plan.notes.begin(), outcome.plan.notes.end());
    return outcome;
}

Outcome autoschedule(const Halide::Pipeline& pipeline, const Halide::Target& target, const Options& options) {
    Outcome outcome = analyse(pipeline, target, options);
    Script script(pipeline);
    std::set<std::string> taken = taken_by(outcome.decisions);
    for (const auto& [func, why] : outcome.left) {
        taken.insert(func);
        outcome.notes.push_back(func + ": left alone: " + why);
    }
    place_what_is_left(script, outcome, pipeline);
    for (const GenericStep& step : copy_outputs_for_readers(script, pipeline))
        outcome.notes.push_back(step.func + ": " + step.what);
    make_copies(script, outcome.plan.fusion);
    for (const ContractionPlan& plan : outcome.plan.contractions) schedule(script, plan);
    for (const FusedGroup& group : outcome.plan.fusion.groups) {
        schedule_group(script, group);
        taken.insert(group.funcs.begin(), group.funcs.end());
    }
    for (const FuncChoice& choice : outcome.plan.fusion.choices)
        if (choice.place == Place::Inline) taken.insert(choice.func);
    for (const GenericStep& step : schedule_rest(script, pipeline, outcome.plan.fusion, taken))
        outcome.notes.push_back(step.func + ": " + step.what);
    outcome.schedule_source += script.source();
    outcome.threads_pay = script.threads_pay();
    return outcome;
}

std::string text_report(const Outcome& outcome) {
    std::string text;
    for (std::size_t i = 0; i < outcome.decisions.size(); ++i)
        text +=
            text_report(explained(outcome.decisions[i])) + bodies_report(outcome.plan.contractions[i]) + "\n";
    text += text_report(outcome.plan.fusion);
    text += memory_report(outcome.plan);
    if (!outcome.unmodelled.empty()) text += "updates that are no products\n";
    for (const Unmodelled& one : outcome.unmodelled) text += "  " + one.func + "   " + one.reason + "\n";
    if (!outcome.notes.empty()) text += "other Funcs\n";
    for (const std::string& note : outcome.notes) text += "  " + note + "\n";
    return text;
}

std::string json_report(const Outcome& outcome) {
    nlohmann::ordered_json json;
    json["decisions"] = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < outcome.decisions.size(); ++i) {
        json["decisions"].push_back(json_report(explained(outcome.decisions[i])));
        add_bodies(json["decisions"].back(), outcome.plan.contractions[i]);
    }
    json["unmodelled"] = nlohmann::ordered_json::array();
    for (const Unmodelled& one : outcome.unmodelled)
        json["unmodelled"].push_back({{"func", one.func}, {"reason", one.reason}});
    json["fusion"] = json_report(outcome.plan.fusion);
    json["memory"] = json_of_memory(outcome.plan);
    json["notes"] = outcome.notes;
    return json.dump(2) + "\n";
}

} // namespace autoconfig
