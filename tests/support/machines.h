// The machines that decisions are tested on: a target's file, and how many of its cores may be used.
#pragma once

#include "autoconfig/machine/load.h"

#include <string>

namespace autoconfig::testing {

inline Machine machine_with_cores(const std::string& name, int cores) {
    return with_halide_params(machine_from_file(name), cores, 0);
}

inline Machine avx512(int cores = 1) { return machine_with_cores("x86-avx512", cores); }

} // namespace autoconfig::testing
