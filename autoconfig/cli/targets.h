// Target strings of the command line.
#pragma once

#include <Halide.h>

#include <string>
#include <vector>

namespace autoconfig::cli {

/// "host", "host-FEATURE...", or Halide's own ARCH-BITS-OS[-FEATURE...]. Error naming --target otherwise.
Halide::Target parse_target(const std::string& text);

/// Several targets make one library: they must share arch, bits and OS, differ in their features, and come
/// most capable first, since the first that the CPU can run is taken. Empty means host. Error otherwise.
std::vector<Halide::Target> parse_targets(const std::vector<std::string>& texts);

/// LLVM's name of the CPU here where `host` is among the targets, which the user means to tune for it; empty
/// where it is not, or where its features say enough.
std::string cpu_to_tune_for(const std::vector<std::string>& texts);

/// No target but `host`: its code runs on the machine here.
bool only_host(const std::vector<std::string>& texts);

} // namespace autoconfig::cli
