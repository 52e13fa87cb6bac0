// Builds and times configurations on this machine.
#pragma once

#include "autoconfig/cli/kernel.h"
#include "autoconfig/cli/measurement.h"

#include <string>

namespace autoconfig::cli {

struct MeasureOptions {
    int count = 0;      // configurations, the best by the model; 0: none
    double seconds = 1; // of timing, all together, about
};

/// Builds the best of a kernel's space for one target, each in a process of its own, and times them beside
/// each other with arguments of the sizes that are bound or estimated. `directory` takes the files meanwhile.
/// Error where the kernel has no configurations to choose among, and in a command without the bench.
Measurement measure_best(const SpecFor& spec_for, const Halide::Target& target, const Options& options,
                         const MeasureOptions& wanted, const std::string& directory);

} // namespace autoconfig::cli
