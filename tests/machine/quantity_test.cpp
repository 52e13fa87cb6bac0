// Units are converted, and a number without a fitting unit is refused.
#include "autoconfig/machine/quantity.h"

#include "autoconfig/error.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>

namespace autoconfig {
namespace {

std::string error_of(const char* json, UnitKind kind) {
    try {
        parse_quantity(nlohmann::json::parse(json), kind, "m.json: l2.size");
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

TEST(Quantity, ConvertsToTheBaseUnit) {
    struct Case {
        const char *value, *unit;
        UnitKind kind;
        double expected;
    };
    for (const Case& c : {Case{"48", "KiB", UnitKind::Size, 49152},
                          {"2", "MiB", UnitKind::Size, 2097152},
                          {"27.5", "MiB", UnitKind::Size, 28835840},
                          {"64", "bytes", UnitKind::Size, 64},
                          {"512", "bits", UnitKind::Width, 512},
                          {"32", "registers", UnitKind::Registers, 32},
                          {"12", "ways", UnitKind::Ways, 12},
                          {"8", "cores", UnitKind::Cores, 8},
                          {"96", "entries", UnitKind::Entries, 96},
                          {"4", "cycles", UnitKind::Time, 4},
                          {"0.5", "instructions/cycle", UnitKind::Rate, 0.5},
                          {"6", "micro-ops/cycle", UnitKind::IssueRate, 6},
                          {"1.3", "cycles/line", UnitKind::Transfer, 1.3},
                          {"3.5", "GHz", UnitKind::Frequency, 3.5},
                          {"2350", "MHz", UnitKind::Frequency, 2.35},
                          {"true", "flag", UnitKind::Flag, 1},
                          {"false", "flag", UnitKind::Flag, 0}}) {
        const std::string text =
            std::string("{\"value\": ") + c.value + ", \"unit\": \"" + c.unit + "\", \"source\": \"s\"}";
        const Quantity quantity = parse_quantity(nlohmann::json::parse(text), c.kind, "m.json: key");
        EXPECT_DOUBLE_EQ(quantity.value, c.expected) << text;
        EXPECT_EQ(quantity.source, "s");
    }
}

TEST(Quantity, ASpreadFollowsTheSource) {
    const nlohmann::json json{{"value", 9}, {"unit", "cycles"}, {"source", "timed"}, {"spread", 0.25}};
    EXPECT_EQ(parse_quantity(json, UnitKind::Time, "m.json: run_start").source, "timed, spread 0.25 cycles");
}

TEST(Quantity, RefusesWithPlaceAndRemedy) {
    struct Case {
        const char* json;
        UnitKind kind;
        const char* message;
    };
    for (const Case& c : {
             Case{"48", UnitKind::Size,
                  "m.json: l2.size: a number needs its unit and source: write {\"value\": ..., \"unit\": "
                  "'bytes' or 'KiB' or 'MiB', \"source\": \"...\"}"},
             {R"({"value": 48, "source": "s"})", UnitKind::Size,
              "m.json: l2.size: missing 'unit': add it ('bytes' or 'KiB' or 'MiB')"},
             {R"({"value": 48, "unit": "KiB"})", UnitKind::Size, "m.json: l2.size: missing 'source': add it"},
             {R"({"unit": "KiB", "source": "s"})", UnitKind::Size,
              "m.json: l2.size: missing 'value': add it"},
             {R"({"value": 48, "unit": "KB", "source": "s"})", UnitKind::Size,
              "m.json: l2.size: unit 'KB' does not fit: use 'bytes' or 'KiB' or 'MiB'"},
             {R"({"value": 48, "unit": "KiB", "source": "s"})", UnitKind::Time,
              "m.json: l2.size: unit 'KiB' does not fit: use 'cycles'"},
             {R"({"value": 48, "unit": "KiB", "source": ""})", UnitKind::Size,
              "m.json: l2.size: 'source' must be a text that is not empty"},
             {R"({"value": 48, "unit": 1, "source": "s"})", UnitKind::Size,
              "m.json: l2.size: 'unit' must be a text that is not empty"},
             {R"({"value": "48", "unit": "KiB", "source": "s"})", UnitKind::Size,
              "m.json: l2.size: value must be a number"},
             {R"({"value": 1, "unit": "flag", "source": "s"})", UnitKind::Flag,
              "m.json: l2.size: value must be true or false"},
             {R"({"value": 48, "unit": "KiB", "source": "s", "note": "n"})", UnitKind::Size,
              "m.json: l2.size: unknown key 'note': a quantity has value, unit, source and spread"},
             {R"({"value": 48, "unit": "KiB", "source": "s", "spread": -1})", UnitKind::Size,
              "m.json: l2.size: spread must be a number that is not negative"},
             {R"({"value": 48, "unit": "KiB", "source": "s", "spread": "1"})", UnitKind::Size,
              "m.json: l2.size: spread must be a number that is not negative"},
             {R"({"value": true, "unit": "flag", "source": "s", "spread": 1})", UnitKind::Flag,
              "m.json: l2.size: a flag has no spread: leave it out"},
         })
        EXPECT_EQ(error_of(c.json, c.kind), c.message);
}

TEST(Quantity, BaseUnitIsWhatItIsParsedTo) {
    EXPECT_STREQ(base_unit(UnitKind::Size), "bytes");
    EXPECT_STREQ(base_unit(UnitKind::Frequency), "GHz");
    EXPECT_STREQ(base_unit(UnitKind::Transfer), "cycles/line");
}

} // namespace
} // namespace autoconfig
