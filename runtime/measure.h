// What the probe measures, each by one short function.
#pragma once

#include "autoconfig/machine/machine.h"
#include "runtime/kernels.h"
#include "runtime/probe.h"

#include <string>
#include <vector>

namespace autoconfig {

/// A number for the machine file, in the base unit of its field.
struct Measurement {
    std::string key; // in the machine file: "l1_l2_transfer"
    double value = 0;
};

/// Loops that stand for the code of a machine of this lineage. Error where this CPU cannot run them.
const Kernels& kernels_for(const std::vector<std::string>& lineage);

/// Streams through each level of `machine`'s caches and memory, and chases pointers in L2 and L3.
std::vector<Measurement> measure_memory(const Machine& machine, const Kernels& kernels, double ghz);

/// Rate of f32 multiply-accumulates.
std::vector<Measurement> measure_arithmetic(const Kernels& kernels, double ghz);

/// Fork and join with `threads` threads, each further task, an allocation.
std::vector<Measurement> measure_overheads(ParallelFor parallel_for, int threads, double ghz);

} // namespace autoconfig
