// A number of a machine file with its unit and source: {"value": 48, "unit": "KiB", "source": "..."}, and,
// where it was measured, how far apart repetitions lie, in the same unit: "spread": 0.5.
// The one place where units are converted.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace autoconfig {

/// What a quantity measures. Each has one base unit, the one Machine's fields are in.
enum class UnitKind {
    Width,     // bits
    Size,      // bytes (also KiB, MiB)
    Registers, // registers
    Ways,      // ways
    Cores,     // cores
    Entries,   // entries
    Time,      // cycles
    Rate,      // instructions/cycle
    IssueRate, // micro-ops/cycle
    Transfer,  // cycles/line
    Frequency, // GHz (also MHz)
    Share,     // share (of 1)
    Flag,      // flag (true or false, stored as 1 or 0)
};

struct Quantity {
    double value = 0;   // in the kind's base unit
    std::string source; // with the spread, where the file states one: "..., spread 0.5 cycles"
};

/// The unit a kind's quantities are written in by the probe.
const char* base_unit(UnitKind kind);

/// Reads a quantity and converts it to the base unit. `where` ("file.json: l2.size") starts every message.
/// Error: not an object, unknown key, missing value, unit or source, a unit of another kind, a value
/// that is not a finite number (or, for a flag, not true or false), a spread that is negative or a flag's.
Quantity parse_quantity(const nlohmann::json& json, UnitKind kind, const std::string& where);

} // namespace autoconfig
