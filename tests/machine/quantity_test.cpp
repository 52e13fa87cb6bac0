// Units are converted, and a number without a fitting unit is refused.
#include "autoconfig/machine/quantity.h"

#include "autoconfig/error.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>

namespace autoconfig {
namespace {

std::string error_of(const char* json, Dimension dimension) {
    try {
        parse_quantity(nlohmann::json::parse(json), dimension, "m.json: l2.size");
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

TEST(Quantity, ConvertsToTheBaseUnit) {
    struct Case {
        const char *value, *unit;
        Dimension dimension;
        double expected;
    };
    for (const Case& c : {Case{"48", "KiB", Dimension::Size, 49152},
                          {"2", "MiB", Dimension::Size, 2097152},
                          {"27.5", "MiB", Dimension::Size, 28835840},
                          {"64", "bytes", Dimension::Size, 64},
                          {"512", "bits", Dimension::Width, 512},
                          {"32", "registers", Dimension::Registers, 32},
                          {"12", "ways", Dimension::Ways, 12},
                          {"8", "cores", Dimension::Cores, 8},
                          {"96", "entries", Dimension::Entries, 96},
                          {"4", "cycles", Dimension::Time, 4},
                          {"0.5", "instructions/cycle", Dimension::Rate, 0.5},
                          {"6", "micro-ops/cycle", Dimension::IssueRate, 6},
                          {"1.3", "cycles/line", Dimension::Transfer, 1.3},
                          {"3.5", "GHz", Dimension::Frequency, 3.5},
                          {"2350", "MHz", Dimension::Frequency, 2.35},
                          {"true", "flag", Dimension::Flag, 1},
                          {"false", "flag", Dimension::Flag, 0}}) {
        const std::string text =
            std::string("{\"value\": ") + c.value + ", \"unit\": \"" + c.unit + "\", \"source\": \"s\"}";
        const Quantity quantity = parse_quantity(nlohmann::json::parse(text), c.dimension, "m.json: key");
        EXPECT_DOUBLE_EQ(quantity.value, c.expected) << text;
        EXPECT_EQ(quantity.source, "s");
    }
}

TEST(Quantity, RefusesWithPlaceAndRemedy) {
    struct Case {
        const char* json;
        Dimension dimension;
        const char* message;
    };
    for (const Case& c : {
             Case{"48", Dimension::Size,
                  "m.json: l2.size: a number needs its unit and source: write {\"value\": ..., \"unit\": "
                  "'bytes' or 'KiB' or 'MiB', \"source\": \"...\"}"},
             {R"({"value": 48, "source": "s"})", Dimension::Size,
              "m.json: l2.size: missing 'unit': add it ('bytes' or 'KiB' or 'MiB')"},
             {R"({"value": 48, "unit": "KiB"})", Dimension::Size,
              "m.json: l2.size: missing 'source': add it"},
             {R"({"unit": "KiB", "source": "s"})", Dimension::Size,
              "m.json: l2.size: missing 'value': add it"},
             {R"({"value": 48, "unit": "KB", "source": "s"})", Dimension::Size,
              "m.json: l2.size: unit 'KB' does not fit: use 'bytes' or 'KiB' or 'MiB'"},
             {R"({"value": 48, "unit": "KiB", "source": "s"})", Dimension::Time,
              "m.json: l2.size: unit 'KiB' does not fit: use 'cycles'"},
             {R"({"value": 48, "unit": "KiB", "source": ""})", Dimension::Size,
              "m.json: l2.size: 'source' must be a text that is not empty"},
             {R"({"value": 48, "unit": 1, "source": "s"})", Dimension::Size,
              "m.json: l2.size: 'unit' must be a text that is not empty"},
             {R"({"value": "48", "unit": "KiB", "source": "s"})", Dimension::Size,
              "m.json: l2.size: value must be a number"},
             {R"({"value": 1, "unit": "flag", "source": "s"})", Dimension::Flag,
              "m.json: l2.size: value must be true or false"},
             {R"({"value": 48, "unit": "KiB", "source": "s", "note": "n"})", Dimension::Size,
              "m.json: l2.size: unknown key 'note': a quantity has value, unit and source"},
         })
        EXPECT_EQ(error_of(c.json, c.dimension), c.message);
}

TEST(Quantity, BaseUnitIsWhatItIsParsedTo) {
    EXPECT_STREQ(base_unit(Dimension::Size), "bytes");
    EXPECT_STREQ(base_unit(Dimension::Frequency), "GHz");
    EXPECT_STREQ(base_unit(Dimension::Transfer), "cycles/line");
}

} // namespace
} // namespace autoconfig
