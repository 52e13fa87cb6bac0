// Calibration: measures on this machine every number of a machine file that is neither architecture nor
// topology, and writes a machine file. Takes about a minute. Nothing here is linked with Halide.
#pragma once

#include "runtime/experiment.h"

#include <functional>
#include <string>
#include <vector>

namespace autoconfig::runtime {

struct ProbeReport {
    std::string machine;                   // the model name of the CPU, and the day
    std::vector<Measurement> measurements; // in the order in which they were taken
    std::vector<std::string>
        of_family; // keys of the numbers that the file takes from the machine it is based on
};

/// Writes to `output` a machine file based on the built-in machine `base`, with the caches and cores that
/// hwloc finds and what was measured. The file appears whole or not at all. `progress` is told what is
/// measured next.
/// Error: unknown base, a base this CPU cannot run, output that cannot be written.
ProbeReport probe_machine(const std::string& base, const HalideRuntime& halide, const std::string& output,
                          const Effort& effort, const std::function<void(const std::string&)>& progress);

/// What was measured, each beside the family's number, and what was not, with the reason; lines for people.
std::string report_text(const ProbeReport& report, const std::string& base);

} // namespace autoconfig::runtime
