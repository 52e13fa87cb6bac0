// Units and their conversion.
#include "autoconfig/machine/quantity.h"

#include "autoconfig/error.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>

namespace autoconfig {

namespace {

struct Unit {
    const char* name;
    Dimension dimension;
    double in_base_units;
};

// The first unit of a dimension is its base unit.
constexpr std::array<Unit, 16> units{{
    {"bits", Dimension::Width, 1},
    {"bytes", Dimension::Size, 1},
    {"KiB", Dimension::Size, 1024},
    {"MiB", Dimension::Size, 1024 * 1024},
    {"registers", Dimension::Registers, 1},
    {"ways", Dimension::Ways, 1},
    {"cores", Dimension::Cores, 1},
    {"entries", Dimension::Entries, 1},
    {"cycles", Dimension::Time, 1},
    {"instructions/cycle", Dimension::Rate, 1},
    {"micro-ops/cycle", Dimension::IssueRate, 1},
    {"cycles/line", Dimension::Transfer, 1},
    {"GHz", Dimension::Frequency, 1},
    {"MHz", Dimension::Frequency, 0.001},
    {"share", Dimension::Share, 1},
    {"flag", Dimension::Flag, 1},
}};

std::string names_of(Dimension dimension) {
    std::string names;
    for (const Unit& unit : units)
        if (unit.dimension == dimension)
            names += (names.empty() ? "'" : " or '") + std::string(unit.name) + "'";
    return names;
}

const Unit& find_unit(const std::string& name, Dimension dimension, const std::string& where) {
    for (const Unit& unit : units)
        if (unit.dimension == dimension && unit.name == name) return unit;
    throw Error(where + ": unit '" + name + "' does not fit: use " + names_of(dimension));
}

void check_keys(const nlohmann::json& json, Dimension dimension, const std::string& where) {
    if (!json.is_object())
        throw Error(where + ": a number needs its unit and source: write {\"value\": ..., \"unit\": " +
                    names_of(dimension) + ", \"source\": \"...\"}");
    for (const auto& [key, value] : json.items())
        if (key != "value" && key != "unit" && key != "source")
            throw Error(where + ": unknown key '" + key + "': a quantity has value, unit and source");
    for (const char* key : {"value", "unit", "source"})
        if (!json.contains(key))
            throw Error(where + ": missing '" + key + "': add it" +
                        (key == std::string("unit") ? " (" + names_of(dimension) + ")" : ""));
}

std::string text_of(const nlohmann::json& json, const char* key, const std::string& where) {
    if (!json.at(key).is_string() || json.at(key).get<std::string>().empty())
        throw Error(where + ": '" + key + "' must be a text that is not empty");
    return json.at(key).get<std::string>();
}

double number_of(const nlohmann::json& value, Dimension dimension, const std::string& where) {
    if (dimension == Dimension::Flag) {
        if (!value.is_boolean()) throw Error(where + ": value must be true or false");
        return value.get<bool>() ? 1 : 0;
    }
    if (!value.is_number() || !std::isfinite(value.get<double>()))
        throw Error(where + ": value must be a number");
    return value.get<double>();
}

} // namespace

const char* base_unit(Dimension dimension) {
    for (const Unit& unit : units)
        if (unit.dimension == dimension) return unit.name;
    return "";
}

Quantity parse_quantity(const nlohmann::json& json, Dimension dimension, const std::string& where) {
    check_keys(json, dimension, where);
    const Unit unit = find_unit(text_of(json, "unit", where), dimension, where);
    return {number_of(json.at("value"), dimension, where) * unit.in_base_units,
            text_of(json, "source", where)};
}

} // namespace autoconfig
