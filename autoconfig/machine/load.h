// Ways to come by a Machine.
#pragma once

#include "autoconfig/machine/host_cpu.h"
#include "autoconfig/machine/machine.h"

#include <set>
#include <string>

namespace autoconfig {

/// What a Halide Target says, in plain words. `features` are Halide's feature names ("avx2",
/// "avx512_skylake", "fma", ...); `cpu` is an LLVM CPU name, empty when unknown.
struct TargetTraits {
    std::string arch; // "x86", "arm", "wasm"
    int bits = 64;
    std::set<std::string> features;
    std::string cpu;
    int vector_bits = 0; // of the vectors Halide takes for natural; 0: not known
};

/// The description a target alone gives: one of the files built in from machine/targets, with
/// latencies and ports refined from LLVM's scheduling tables where `cpu` is known to them. Where none is made
/// for such a target: "generic", with vectors of `vector_bits`; the machine's origin says so.
Machine machine_from_target(const TargetTraits& traits);

/// A machine file. `path` is a file, or the name of a built-in one ("x86-avx2").
/// Error, naming file, key and remedy: missing, malformed, unknown key, missing unit, bad value, based_on
/// cycle.
Machine machine_from_file(const std::string& path);

/// Cache sizes, ways, sharing and core count of the machine this runs on (hwloc), other numbers kept; of an
/// L3 that a virtual machine shares with others its part. Where hwloc cannot read it everything is kept, and
/// the machine's origin says so.
Machine with_host_caches(Machine machine, bool is_virtual = is_virtual_machine());

/// Halide's own params. Zero leaves a number as it is. `last_level_cache` is in bytes.
Machine with_halide_params(Machine machine, int parallelism, std::int64_t last_level_cache);

} // namespace autoconfig
