// One quantity as a few characters: sizes, counts, times, ratios. Locale-independent.
#pragma once

#include <cstdint>
#include <string>

namespace autoconfig::report {

/// Binary sizes as caches are named: "64", "48K", "1.25M", "2G".
std::string bytes(std::int64_t count);

/// Three significant digits and a decimal prefix, nano to peta: si(2.44e-3, "s") is "2.44 ms",
/// si(604e6, "FLOP") is "604 MFLOP". Zero is "0 FLOP".
std::string si(double value, const std::string& unit);

/// Cycles of a whole problem: as they are below 10000 ("20", "0.25"), then four significant digits and a
/// decimal prefix ("12.34k", "7.324M").
std::string cycles(double count);

/// At most `digits` significant digits, no trailing zeros, no exponent: number(5.8317, 2) is "5.8".
std::string number(double value, int digits = 3);

/// One decimal: percent(0.936) is "93.6 %", signed_percent(0.031) is "+3.1 %".
std::string percent(double fraction);
std::string signed_percent(double fraction);

/// counted(2, "store") is "2 stores", counted(1, "store") "1 store".
std::string counted(double count, const std::string& noun);

} // namespace autoconfig::report
