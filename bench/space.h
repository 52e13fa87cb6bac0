// Our own space of a shape, as the report of the decision lists it.
#pragma once

#include <string>
#include <vector>

namespace autoconfig::bench {

struct Prediction {
    std::string name;   // Config::name()
    double seconds = 0; // predicted cycles at the machine description's frequency
};

/// Reads decisions[0].space and decisions[0].machine.frequency_ghz of an explain JSON file, in its order.
/// Error when the file cannot be read or does not hold them.
std::vector<Prediction> read_space(const std::string& explain_path);

} // namespace autoconfig::bench
