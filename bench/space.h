// Our own space of a shape, as the report of the decision lists it.
#pragma once

#include <string>
#include <vector>

namespace autoconfig::bench {

struct Prediction {
    std::string name;   // Config::name()
    double seconds = 0; // predicted cycles at the machine description's frequency
};

/// Reads the first target's first decision in a NAME.explain.json as `autoconfig build` writes it: its space,
/// in its order, and machine.frequency_ghz.
/// Error when the file cannot be read or does not hold them.
std::vector<Prediction> read_space(const std::string& explain_path);

} // namespace autoconfig::bench
