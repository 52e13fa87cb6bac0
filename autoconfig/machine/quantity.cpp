// Units and their conversion.
#include "autoconfig/machine/quantity.h"

#include "autoconfig/error.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>

namespace autoconfig {

namespace {

struct Unit {
    const char* name;
    UnitKind kind;
    double in_base_units;
};

// The first unit of a kind is its base unit.
constexpr std::array<Unit, 16> units{{
    {"bits", UnitKind::Width, 1},
    {"bytes", UnitKind::Size, 1},
    {"KiB", UnitKind::Size, 1024},
    {"MiB", UnitKind::Size, 1024 * 1024},
    {"registers", UnitKind::Registers, 1},
    {"ways", UnitKind::Ways, 1},
    {"cores", UnitKind::Cores, 1},
    {"entries", UnitKind::Entries, 1},
    {"cycles", UnitKind::Time, 1},
    {"instructions/cycle", UnitKind::Rate, 1},
    {"micro-ops/cycle", UnitKind::IssueRate, 1},
    {"cycles/line", UnitKind::Transfer, 1},
    {"GHz", UnitKind::Frequency, 1},
    {"MHz", UnitKind::Frequency, 0.001},
    {"share", UnitKind::Share, 1},
    {"flag", UnitKind::Flag, 1},
}};

std::string names_of(UnitKind kind) {
    std::string names;
    for (const Unit& unit : units)
        if (unit.kind == kind) names += (names.empty() ? "'" : " or '") + std::string(unit.name) + "'";
    return names;
}

const Unit& find_unit(const std::string& name, UnitKind kind, const std::string& where) {
    for (const Unit& unit : units)
        if (unit.kind == kind && unit.name == name) return unit;
    throw Error(where + ": unit '" + name + "' does not fit: use " + names_of(kind));
}

void check_keys(const nlohmann::json& json, UnitKind kind, const std::string& where) {
    if (!json.is_object())
        throw Error(where + ": a number needs its unit and source: write {\"value\": ..., \"unit\": " +
                    names_of(kind) + ", \"source\": \"...\"}");
    for (const auto& [key, value] : json.items())
        if (key != "value" && key != "unit" && key != "source" && key != "spread")
            throw Error(where + ": unknown key '" + key + "': a quantity has value, unit, source and spread");
    for (const char* key : {"value", "unit", "source"})
        if (!json.contains(key))
            throw Error(where + ": missing '" + key + "': add it" +
                        (key == std::string("unit") ? " (" + names_of(kind) + ")" : ""));
}

std::string text_of(const nlohmann::json& json, const char* key, const std::string& where) {
    if (!json.at(key).is_string() || json.at(key).get<std::string>().empty())
        throw Error(where + ": '" + key + "' must be a text that is not empty");
    return json.at(key).get<std::string>();
}

double number_of(const nlohmann::json& value, UnitKind kind, const std::string& where) {
    if (kind == UnitKind::Flag) {
        if (!value.is_boolean()) throw Error(where + ": value must be true or false");
        return value.get<bool>() ? 1 : 0;
    }
    if (!value.is_number() || !std::isfinite(value.get<double>()))
        throw Error(where + ": value must be a number");
    return value.get<double>();
}

/// What the file says of the spread, to follow its source; nothing where it says nothing.
std::string spread_of(const nlohmann::json& json, UnitKind kind, const std::string& where) {
    if (!json.contains("spread")) return "";
    const nlohmann::json& spread = json.at("spread");
    if (kind == UnitKind::Flag) throw Error(where + ": a flag has no spread: leave it out");
    if (!spread.is_number() || !std::isfinite(spread.get<double>()) || spread.get<double>() < 0)
        throw Error(where + ": spread must be a number that is not negative");
    return fmt::format(", spread {:g} {}", spread.get<double>(), text_of(json, "unit", where));
}

} // namespace

const char* base_unit(UnitKind kind) {
    for (const Unit& unit : units)
        if (unit.kind == kind) return unit.name;
    return "";
}

Quantity parse_quantity(const nlohmann::json& json, UnitKind kind, const std::string& where) {
    check_keys(json, kind, where);
    const Unit unit = find_unit(text_of(json, "unit", where), kind, where);
    return {number_of(json.at("value"), kind, where) * unit.in_base_units,
            text_of(json, "source", where) + spread_of(json, kind, where)};
}

} // namespace autoconfig
