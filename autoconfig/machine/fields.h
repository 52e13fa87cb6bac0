// The quantities a machine file may state: their place in the file, kind, range and destination.
#pragma once

#include "autoconfig/machine/description.h"
#include "autoconfig/machine/quantity.h"

#include <string>
#include <vector>

namespace autoconfig {

struct Field {
    std::string key;  // in the file: "l2.size" is {"l2": {"size": ...}}
    std::string name; // in Machine and Machine::sources: "l2.bytes"
    UnitKind kind;
    double least, most; // of the value in the base unit
    bool whole;         // no fractions
    void (*set)(Description&, double);
};

/// All of them; a description without based_on states every one.
const std::vector<Field>& fields();

/// The one of that key, or none.
const Field* find_field(const std::string& key);

/// Error where the value is out of the field's range. `where` starts the message.
void set_field(const Field& field, const Quantity& quantity, Description& description,
               const std::string& where);

} // namespace autoconfig
