// Targets and the CPU that this process runs on.
#pragma once

#include "autoconfig/autoschedule.h"

#include <Halide.h>

#include <string>
#include <vector>

namespace autoconfig {

/// Halide's host target without the features this CPU does not have.
Halide::Target host_target();

/// Whether a target is the platform here with just the CPU features that Halide, or host_target(), finds.
bool is_host(const Halide::Target& target);

/// Schedules are for the machine here: its CPU, its caches and the cores this process may use.
void tune_for_host(Options& options);

/// Whether the CPU here has all that a target asks of it.
bool runs_here(const Halide::Target& target);

/// Lines for the report: what a target asks of the CPU that the one here, of the same platform, does not
/// have.
std::vector<std::string> warnings(const Halide::Target& target);

} // namespace autoconfig
