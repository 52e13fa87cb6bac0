// Target strings of the command line.
#pragma once

#include <Halide.h>

#include <string>
#include <vector>

namespace autoconfig::cli {

/// Halide's host target without the features this CPU does not have.
Halide::Target host_target();

/// "host", "host-FEATURE...", or Halide's own ARCH-BITS-OS[-FEATURE...]. Error naming --target otherwise.
Halide::Target parse_target(const std::string& text);

/// Several targets make one library: they must share arch, bits and OS, differ in their features, and come
/// most capable first, since the first that the CPU can run is taken. Empty means host. Error otherwise.
std::vector<Halide::Target> parse_targets(const std::vector<std::string>& texts);

/// LLVM's name of the CPU here where `host` is among the targets, which the user means to tune for it; empty
/// where it is not, or where its features say enough.
std::string cpu_to_tune_for(const std::vector<std::string>& texts);

/// Whether the CPU here has all that a target asks of it.
bool runs_here(const Halide::Target& target);

/// Lines for the report: what a target the user gave asks of the CPU that the one here does not have.
std::vector<std::string> warnings(const Halide::Target& target);

} // namespace autoconfig::cli
