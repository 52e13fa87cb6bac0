// What Halide's runtime allocates while a compiled pipeline runs.
#pragma once

#include "bench/halide_library.h"
#include "bench/measure.h"

#include <cstddef>

namespace autoconfig::bench {

/// The most bytes of its heap that the library's code holds at once during the call; stack is not counted.
/// For one call at a time in a process.
std::size_t peak_bytes(const HalideLibrary& library, const Call& call);

} // namespace autoconfig::bench
