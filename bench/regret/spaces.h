// Measured spaces, kept as files: one a shape, written as soon as it is measured.
#pragma once

#include "bench/results.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace autoconfig::bench {

struct MeasuredConfig {
    std::string name;       // Config::name()
    double seconds = 0;     // median of its rounds
    double spread = 0;      // interquartile range of its rounds over their median
    double predicted_s = 0; // by the model of that day; reports ask the model anew
    double weight = 1;      // how many of the space it stands for
};

struct MeasuredSpace {
    Shape shape;
    std::string machine; // CPU model
    int threads = 1;
    int size = 0;                              // configurations there are
    std::vector<MeasuredConfig> configs;       // those that ran right, in the model's order of that day
    std::map<std::string, std::string> failed; // the others that were tried, and why they are not among them
};

/// DIRECTORY/spaces/OPERATOR_SHAPE.json.
std::string space_file(const std::string& directory, const Shape& shape);

/// Nothing where there is no such file. Error, naming the file and the remedy, where it holds no measured
/// space of this shape, of as many threads and on this machine.
std::optional<MeasuredSpace> read_measured(const std::string& path, const Shape& shape, int threads,
                                           const std::string& machine);

/// Error when the file cannot be written.
void write_measured(const std::string& path, const MeasuredSpace& space);

} // namespace autoconfig::bench
