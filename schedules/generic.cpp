// The lowest rung of the ladder: compute_root, vectorized and parallel where legal.
#include "schedules/generic.h"

#include "autoconfig/extract/functions.h"
#include "schedules/simple_loops.h"

#include <algorithm>
#include <map>

namespace autoconfig {

using Halide::Internal::Function;

namespace {

/// The outermost one of each stage where there are several, of a Func that has no choice.
std::vector<SharedLoop> loops_for_threads(const FuncChoice& choice, const Function& function) {
    if (!choice.shared.empty()) return choice.shared;
    std::vector<SharedLoop> shared(1 + function.updates().size());
    if (function.args().size() > 1) shared.front().loop = function.args().back();
    for (std::size_t i = 0; i < function.updates().size(); ++i)
        if (const std::vector<Halide::Var> loops = pure_loops(function, i); loops.size() > 1)
            shared[i + 1].loop = loops.back().name();
    return shared;
}

/// ", parallel over y, updates parallel over y in parts of 320 and over x in parts of 512".
std::string words(const std::vector<SharedLoop>& shared) {
    std::string text = shared.front().loop.empty() ? "" : ", parallel over " + shared.front().loop;
    std::vector<std::string> updates;
    for (std::size_t s = 1; s < shared.size(); ++s) {
        const std::string one = "over " + shared[s].loop + " in parts of " + std::to_string(shared[s].task);
        if (!shared[s].loop.empty() && std::find(updates.begin(), updates.end(), one) == updates.end())
            updates.push_back(one);
    }
    for (std::size_t u = 0; u < updates.size(); ++u)
        text += (u == 0 ? ", updates parallel " : " and ") + updates[u];
    return text;
}

/// Plain ones for a Func that has no choice.
std::vector<UpdateForm> forms_of_updates(const FuncChoice& choice, const Function& function) {
    std::vector<UpdateForm> forms = choice.updates;
    forms.resize(function.updates().size());
    return forms;
}

/// At root: guarded vectors along rows, or another dimension innermost and guarded vectors along that.
GenericStep schedule_at_root(Script& script, const std::string& name, const Function& function,
                             const FuncChoice& choice) {
    FuncScript func = script.func(name);
    std::string what = script.is_output(name) ? "output" : "computed at root";
    if (!script.is_output(name)) func.compute_root();
    if (function.has_extern_definition()) return {name, what + ", made by external code"};
    const std::vector<SharedLoop> shared = loops_for_threads(choice, function);
    const std::vector<UpdateForm> forms = forms_of_updates(choice, function);
    const std::string wide = choice.rows.lanes > 1 ? ", " + std::to_string(choice.rows.lanes) + " wide" : "";
    if (!choice.along.empty()) {
        schedule_turned(script, func, choice.rows, forms, shared);
        return {name, what + wide + " along " + choice.along + words(shared)};
    }
    if (func.dimensions() > 0) {
        StageScript pure = func.pure();
        vectorize_rows(script, pure, func.axis(0), choice.rows);
        what += wide;
    }
    if (!shared.front().loop.empty()) share_out_pure(script, func, shared.front());
    schedule_updates(script, func, choice.update_rows, forms, shared);
    return {name, what + words(shared)};
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
