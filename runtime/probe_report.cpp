// What the probe says to people.
#include "runtime/probe.h"

#include "autoconfig/machine/description.h"
#include "autoconfig/machine/fields.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace autoconfig::runtime {

namespace {

std::string value_text(const Measurement& measurement, const Field& field) {
    if (measurement.verdict == Verdict::Unmeasured) return "not measured";
    if (field.kind == UnitKind::Flag) return measurement.value != 0 ? "true" : "false";
    return fmt::format("{:.3g} {}", measurement.value, base_unit(field.kind));
}

std::string line(const Measurement& measurement) {
    const Field& field = *find_field(measurement.key);
    const bool has_spread = measurement.verdict != Verdict::Unmeasured && field.kind != UnitKind::Flag;
    return fmt::format("{:<26}{:<26}{:<14}{}\n", measurement.key, value_text(measurement, field),
                       has_spread ? fmt::format("+- {:.2g}", measurement.spread / 2) : "",
                       measurement.reason.empty() ? measurement.how : measurement.reason);
}

} // namespace

std::string report_text(const ProbeReport& report, const std::string& base) {
    std::string text = fmt::format("measured on {}, on top of {}\n", report.machine, base);
    for (const Measurement& measurement : report.measurements) text += line(measurement);
    return text + fmt::format("those of {}: {}\n", base, fmt::join(report.of_family, ", "));
}

} // namespace autoconfig::runtime
