// See fusion.h.
#include "autoconfig/report/fusion.h"

#include "autoconfig/report/format.h"
#include "autoconfig/report/json_parts.h"
#include "autoconfig/report/layout.h"
#include "autoconfig/report/times.h"
#include "autoconfig/report/wording.h"

#include <algorithm>

namespace autoconfig {

namespace {

using namespace report;

/// Refused places cost more than any number of cycles that is worth writing.
bool is_refused(const PlaceCost& place) { return !place.refusal.empty(); }

/// "root +35.1 %; inline refused: has updates".
std::string against(const FuncChoice& choice) {
    Lines parts;
    for (const PlaceCost& place : choice.places) {
        if (place.place == choice.place && place.along == choice.along) continue;
        const std::string name = place.name();
        const PlaceCost& best = choice.places.front();
        parts.push_back(is_refused(place) ? name + " refused: " + place.refusal
                                          : name + " +" + cycles(place.cycles - best.cycles) + " cycles (" +
                                                signed_percent(place.cycles / best.cycles - 1) + ")");
    }
    return choice.places.empty() ? choice.reason : join(parts, "; ");
}

Lines choice_row(const FuncChoice& choice) {
    const bool at_tile = choice.place == Place::Tile;
    const std::string along = choice.along.empty() ? "" : " along " + choice.along;
    return {choice.func,
            std::string(to_string(choice.place)) + (at_tile ? " of " + choice.leader + along : ""),
            choice.places.empty() ? "" : cycles(choice.places.front().cycles), against(choice)};
}

std::string terms_table(const Cost& cost) {
    std::vector<Lines> rows{{"term", "formula", "numbers", "cycles", "on", ""}};
    for (const Term& term : cost.terms)
        rows.push_back({term.name, term.cycles.formula(), term.cycles.numbers(), cycles(term.total),
                        to_string(term.resource), term.overlapped ? "overlaps" : ""});
    return table(rows, {Column::Text, Column::Text, Column::Text, Column::Number, Column::Text, Column::Text},
                 2);
}

std::string group_section(const FusedGroup& group, const Machine& machine) {
    const std::string time = si(seconds(group.cost.cycles, machine), "s");
    Lines rest(group.funcs.begin() + 1, group.funcs.end());
    std::string text = labelled(
        "group", flow({group.leader.name, group.tile.name(group.leader), time}, "     ", page_width - 8), 0,
        8);
    text += terms_table(group.cost) + times_table(group.cost, machine);
    if (!rest.empty()) text += labelled("with", flow(rest, ", ", page_width - 8), 2, 8);
    return text;
}

nlohmann::ordered_json json_of(const FusedGroup& group, const Machine& machine) {
    return {{"leader", group.leader.name},
            {"tile", group.tile.name(group.leader)},
            {"cycles", group.cost.cycles},
            {"ms", seconds(group.cost.cycles, machine) * 1e3},
            {"terms", report::json_of(group.cost.terms)},
            {"times", report::times_of(group.cost)},
            {"funcs", group.funcs}};
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
    return text + "where Funcs are computed\n" +
           table(rows, {Column::Text, Column::Text, Column::Number, Column::Text}, 2);
}

nlohmann::ordered_json json_report(const Fusion& fusion) {
    nlohmann::ordered_json groups = nlohmann::ordered_json::array(),
                           choices = nlohmann::ordered_json::array();
    for (const FusedGroup& group : fusion.groups) groups.push_back(json_of(group, fusion.machine));
    for (const FuncChoice& choice : fusion.choices) choices.push_back(json_of(choice));
    return {{"groups", groups}, {"choices", choices}};
}

} // namespace autoconfig
