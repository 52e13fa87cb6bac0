// The overhead probe: measures on this machine what public documents cannot say and writes a machine file.
// Takes a few seconds. Nothing here is linked with Halide.
#pragma once

#include <cstdint>
#include <string>

namespace autoconfig {

/// halide_do_par_for of the Halide runtime whose thread pool is to be measured.
using ParallelFor = int (*)(void* user_context, int (*task)(void* user_context, int i, std::uint8_t* closure),
                            int min, int size, std::uint8_t* closure);

/// Writes to `output` a machine file based on the built-in machine `base`, with the caches hwloc finds and
/// what was measured: cycles a line between levels, latencies, f32 multiply-accumulate rate, clock,
/// fork/join, task and allocation. The file appears whole or not at all.
/// Error: unknown base, a base this CPU cannot run, output that cannot be written.
void probe_machine(const std::string& base, ParallelFor parallel_for, const std::string& output);

} // namespace autoconfig
