// See fusion.h.
#include "autoconfig/report/fusion.h"

#include "autoconfig/report/format.h"
#include "autoconfig/report/json_parts.h"
#include "autoconfig/report/layout.h"
#include "autoconfig/report/times.h"
#include "autoconfig/report/wording.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace autoconfig {

namespace {

using namespace report;

/// Refused places cost more than any number of cycles that is worth writing.
bool is_refused(const PlaceCost& place) { return !place.refusal.empty(); }

/// "+1.2M cycles (+35.1 %)".
std::string difference(const PlaceCost& place, const PlaceCost& taken) {
    const double more = place.cycles - taken.cycles;
    return (more < 0 ? "-" : "+") + cycles(std::abs(more)) + " cycles (" +
           signed_percent(place.cycles / taken.cycles - 1) + ")";
}

/// "root +1.2M cycles (+35.1 %); inline refused: has updates".
std::string against(const FuncChoice& choice) {
    Lines parts;
    for (const PlaceCost& place : choice.places) {
        if (place.place == choice.place && place.along == choice.along) continue;
        parts.push_back(place.name() + (is_refused(place) ? " refused: " + place.refusal
                                                          : " " + difference(place, choice.places.front())));
    }
    if (!choice.dearer_as.empty()) parts.push_back(choice.dearer_as);
    return choice.places.empty() ? choice.reason : join(parts, "; ");
}

Lines choice_row(const FuncChoice& choice) {
    const bool at_tile = choice.place == Place::Tile;
    const std::string along = choice.along.empty() ? "" : " along " + choice.along;
    return {choice.func,
            std::string(to_string(choice.place)) + (at_tile ? " of " + choice.leader + along : ""),
            choice.places.empty() ? "" : cycles(choice.places.front().cycles), against(choice)};
}

/// How an update's reduction runs; empty where one iteration simply follows the other.
std::string words(const UpdateForm& form) {
    if (form.partials.lanes > 1)
        return fmt::format("{} x {} partial results side by side", form.partials.vectors,
                           form.partials.lanes);
    if (form.sweep.rows > 0)
        return fmt::format("{} rows at a time{}", form.sweep.rows,
                           form.sweep.columns > 0 ? fmt::format(", {} columns", form.sweep.columns) : "");
    if (!form.together.empty()) return fmt::format("all of {} in each step", form.together);
    if (form.written_out > 0)
        return fmt::format("{} loop{} written out", form.written_out, form.written_out > 1 ? "s" : "");
    return form.abreast > 1 ? fmt::format("{} elements in turns", form.abreast) : "";
}

/// An update that has a form.
struct Reducing {
    std::string func;
    std::size_t update;
    std::string form;
};

void add_forms(std::vector<Reducing>& all, const std::string& func, const std::vector<UpdateForm>& updates) {
    for (std::size_t i = 0; i < updates.size(); ++i)
        if (const std::string form = words(updates[i]); !form.empty()) all.push_back({func, i, form});
}

/// Those in groups, then those at root.
std::vector<Reducing> reductions_of(const Fusion& fusion) {
    std::vector<Reducing> all;
    std::set<std::string> in_groups;
    for (const FusedGroup& group : fusion.groups)
        for (std::size_t m = 0; m < group.funcs.size(); ++m) {
            in_groups.insert(group.funcs[m]);
            add_forms(all, group.funcs[m], group.updates[m]);
        }
    for (const FuncChoice& choice : fusion.choices)
        if (choice.place == Place::Root && !in_groups.count(choice.func))
            add_forms(all, choice.func, choice.updates);
    return all;
}

std::string terms_table(const Cost& cost) {
    std::vector<Lines> rows{{"term", "formula", "numbers", "cycles", "on", ""}};
    for (const Term& term : cost.terms)
        rows.push_back({term.name, term.cycles.formula(), term.cycles.numbers(), cycles(term.total),
                        to_string(term.resource), term.overlapped ? "overlaps" : ""});
    return table(rows, {Column::Text, Column::Text, Column::Text, Column::Number, Column::Text, Column::Text},
                 2);
}

/// "interleaved, if so at run time: in of 3 elements, out of 4 elements".
std::string words(const std::vector<InterleavedBuffer>& buffers) {
    Lines each;
    for (const InterleavedBuffer& buffer : buffers)
        each.push_back(fmt::format("{} of {} elements", buffer.func, buffer.elements));
    return "interleaved, if so at run time: " + join(each, ", ");
}

std::string group_section(const FusedGroup& group, const Machine& machine) {
    const std::string time = si(seconds(group.cost.cycles, machine), "s");
    Lines rest(group.funcs.begin() + 1, group.funcs.end());
    std::string text = labelled(
        "group", flow({group.leader.name, group.tile.name(group.leader), time}, "     ", page_width - 8), 0,
        8);
    text += terms_table(group.cost) + times_table(group.cost, machine);
    if (!rest.empty()) text += labelled("with", flow(rest, ", ", page_width - 8), 2, 8);
    if (!group.interleaved.empty())
        text += labelled("asks", flow({words(group.interleaved)}, "", page_width - 8), 2, 8);
    if (!group.dense.empty())
        text += labelled(
            "asks", flow({"dense rows, if so at run time: " + join(group.dense, ", ")}, "", page_width - 8),
            2, 8);
    return text;
}

nlohmann::ordered_json json_of(const FusedGroup& group, const Machine& machine) {
    nlohmann::ordered_json interleaved = nlohmann::ordered_json::object();
    for (const InterleavedBuffer& buffer : group.interleaved) interleaved[buffer.func] = buffer.elements;
    return {{"leader", group.leader.name},
            {"tile", group.tile.name(group.leader)},
            {"cycles", group.cost.cycles},
            {"ms", seconds(group.cost.cycles, machine) * 1e3},
            {"terms", report::json_of(group.cost.terms)},
            {"times", report::times_of(group.cost)},
            {"funcs", group.funcs},
            {"interleaved", interleaved},
            {"dense", group.dense}};
}

nlohmann::ordered_json json_of(const FuncChoice& choice) {
    nlohmann::ordered_json places = nlohmann::ordered_json::array();
    for (const PlaceCost& place : choice.places) {
        nlohmann::ordered_json one = {{"place", place.name()}};
        if (is_refused(place))
            one["refused"] = place.refusal;
        else
            one["cycles"] = place.cycles;
        places.push_back(one);
    }
    return {{"func", choice.func},
            {"place", to_string(choice.place)},
            {"at", choice.leader},
            {"reason", choice.reason},
            {"places", places}};
}

} // namespace

std::string text_report(const Fusion& fusion) {
    std::string text;
    for (const FusedGroup& group : fusion.groups) text += group_section(group, fusion.machine) + "\n";
    std::vector<Lines> rows{{"func", "computed", "cycles", "against"}};
    for (const FuncChoice& choice : fusion.choices)
        if (choice.reason != "input") rows.push_back(choice_row(choice));
    if (rows.size() == 1) return text;
    text += "where Funcs are computed\n" +
            table(rows, {Column::Text, Column::Text, Column::Number, Column::Text}, 2);
    std::vector<Lines> forms{{"func", "update", "how it reduces"}};
    for (const Reducing& one : reductions_of(fusion))
        forms.push_back({one.func, std::to_string(one.update), one.form});
    if (forms.size() == 1) return text;
    return text + "reductions\n" + table(forms, {Column::Text, Column::Number, Column::Text}, 2);
}

nlohmann::ordered_json json_report(const Fusion& fusion) {
    nlohmann::ordered_json groups = nlohmann::ordered_json::array(),
                           choices = nlohmann::ordered_json::array();
    for (const FusedGroup& group : fusion.groups) groups.push_back(json_of(group, fusion.machine));
    for (const FuncChoice& choice : fusion.choices) choices.push_back(json_of(choice));
    nlohmann::ordered_json reductions = nlohmann::ordered_json::array();
    for (const Reducing& one : reductions_of(fusion))
        reductions.push_back({{"func", one.func}, {"update", one.update}, {"form", one.form}});
    return {{"groups", groups}, {"choices", choices}, {"reductions", reductions}};
}

} // namespace autoconfig
