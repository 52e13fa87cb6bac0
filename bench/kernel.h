// A compiled Halide kernel as a call on operands.
#pragma once

#include "bench/measure.h"
#include "bench/operands.h"

#include <string>

namespace autoconfig::bench {

/// Links a static library, and Halide's runtime where that is another one, into a shared one beside it
/// (NAME.a -> NAME.so) with the system's C++ compiler and returns its path. Error with the linker's first
/// line when that fails.
std::string link_shared(const std::string& static_library, const std::string& runtime = "");

/// Loads a shared library made by link_shared, apart from every other copy of Halide's runtime, and binds
/// its function to the operands' arguments. Where it has a `packer`, that is run first, once: its result
/// takes the place of the weights. The call throws Error when the kernel returns an error or reports one.
Call kernel_call(const std::string& shared_library, const std::string& function, const std::string& packer,
                 const Operands& operands);

} // namespace autoconfig::bench
