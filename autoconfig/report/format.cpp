// Digits are rounded before the prefix is chosen, so 999.96k reads 1.000M and never 1000k.
#include "autoconfig/report/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace autoconfig::report {
namespace {

int leading_digit(double value) { return static_cast<int>(std::floor(std::log10(std::abs(value)))); }

double round_to(double value, int digits) {
    if (value == 0) return 0;
    const int exponent = digits - 1 - leading_digit(value);
    const double scale = std::pow(10.0, std::abs(exponent));
    return exponent >= 0 ? std::round(value * scale) / scale : std::round(value / scale) * scale;
}

/// Exactly `digits` significant digits; more where the integer part has more.
std::string significant(double value, int digits) {
    const double rounded = round_to(value, digits);
    const int decimals = rounded == 0 ? 0 : std::max(0, digits - 1 - leading_digit(rounded));
    return fmt::format("{:.{}f}", rounded, decimals);
}

/// The value scaled into [1, 1000) and its prefix.
struct Prefixed {
    double value;
    const char* prefix;
};

Prefixed with_prefix(double value, int digits) {
    static constexpr std::array<const char*, 9> prefixes = {"n", "µ", "m", "", "k", "M", "G", "T", "P"};
    const double rounded = round_to(value, digits);
    const int power = rounded == 0 ? 0 : static_cast<int>(std::floor(leading_digit(rounded) / 3.0));
    const int index = std::clamp(power + 3, 0, static_cast<int>(prefixes.size()) - 1);
    return {rounded / std::pow(1000.0, index - 3), prefixes[static_cast<std::size_t>(index)]};
}

} // namespace

std::string number(double value, int digits) {
    std::string text = significant(value, digits);
    if (text.find('.') == std::string::npos) return text;
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text;
}

std::string bytes(std::int64_t count) {
    static constexpr std::array<const char*, 4> prefixes = {"", "K", "M", "G"};
    double value = static_cast<double>(count);
    std::size_t power = 0;
    for (; value >= 1024 && power + 1 < prefixes.size(); ++power) value /= 1024;
    return number(value, 4) + prefixes[power];
}

std::string si(double value, const std::string& unit) {
    const Prefixed scaled = with_prefix(value, 3);
    return number(scaled.value, 3) + " " + scaled.prefix + unit;
}

std::string cycles(double count) {
    if (std::round(count) < 10000) return number(count, count < 100 ? 3 : 4);
    const Prefixed scaled = with_prefix(count, 4);
    return significant(scaled.value, 4) + scaled.prefix;
}

std::string percent(double fraction) { return fmt::format("{:.1f} %", fraction * 100); }

std::string signed_percent(double fraction) { return fmt::format("{:+.1f} %", fraction * 100); }

std::string counted(double count, const std::string& noun) {
    return number(count, 6) + " " + noun + (count == 1 ? "" : "s");
}

} // namespace autoconfig::report
