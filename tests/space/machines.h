// The machine that spaces are looked at on.
#pragma once

#include "autoconfig/machine/load.h"

namespace autoconfig::testing {

inline Machine avx512(int cores = 1) { return with_halide_params(machine_from_file("x86-avx512"), cores, 0); }

} // namespace autoconfig::testing
