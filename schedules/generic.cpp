// The lowest rung of the ladder: compute_root, vectorized and parallel where legal.
#include "schedules/generic.h"

#include "autoconfig/extract/functions.h"
#include "schedules/simple_loops.h"

#include <map>

namespace autoconfig {

using Halide::Internal::Function;

namespace {

/// The longest but the first, the outermost where their lengths are not known; empty where there is none.
std::string loop_for_threads(const Function& function, const FuncChoice& choice) {
    if (function.args().size() < 2) return "";
    return choice.longest.empty() ? function.args().back() : choice.longest;
}

/// Plain ones for a Func that has no choice.
std::vector<UpdateForm> forms_of_updates(const FuncChoice& choice, const Function& function) {
    std::vector<UpdateForm> forms = choice.updates;
    forms.resize(function.updates().size());
    return forms;
}

/// At root with another dimension than the first innermost, and guarded vectors along that.
GenericStep schedule_turned_at_root(Script& script, FuncScript& func, const FuncChoice& choice,
                                    const std::string& threads) {
    schedule_turned(script, func, choice.rows, forms_of_updates(choice, func.func().function()), threads,
                    choice.task);
    return {choice.func,
            "computed at root, " + std::to_string(choice.rows.lanes) + " wide along " + choice.along};
}

/// At root: guarded vectors along rows, threads along the longest other loop.
GenericStep schedule_at_root(Script& script, const std::string& name, const Function& function,
                             const FuncChoice& choice) {
    FuncScript func = script.func(name);
    std::string what = script.is_output(name) ? "output" : "computed at root";
    if (!script.is_output(name)) func.compute_root();
    if (function.has_extern_definition()) return {name, what + ", made by external code"};
    const std::string threads = loop_for_threads(function, choice);
    if (!choice.along.empty()) return schedule_turned_at_root(script, func, choice, threads);
    if (func.dimensions() > 0) {
        StageScript pure = func.pure();
        vectorize_rows(script, pure, func.axis(0), choice.rows);
        if (choice.rows.lanes > 1) what += ", " + std::to_string(choice.rows.lanes) + " wide";
    }
    if (!threads.empty()) {
        share_out_pure(script, func, threads, choice.task);
        what += ", parallel over " + threads;
    }
    if (threads.empty() && choice.task > 0) what += ", updates in tasks of " + std::to_string(choice.task);
    schedule_updates(script, func, choice.update_rows, forms_of_updates(choice, function), threads,
                     choice.task);
    return {name, what};
}

} // namespace

std::vector<GenericStep> schedule_rest(Script& script, const Halide::Pipeline& pipeline, const Fusion& fusion,
                                       const std::set<std::string>& taken) {
    const extraction::Functions functions(pipeline);
    std::map<std::string, FuncChoice> choices;
    for (const FuncChoice& choice : fusion.choices) choices[choice.func] = choice;
    std::vector<GenericStep> steps;
    for (const std::string& name : script.order())
        if (!taken.count(name))
            steps.push_back(schedule_at_root(script, name, functions.all.at(name), choices[name]));
    return steps;
}

} // namespace autoconfig
