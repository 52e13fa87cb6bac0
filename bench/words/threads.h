// How many threads kernels may use here.
#pragma once

#include <cstdlib>

namespace autoconfig::words {

/// HL_NUM_THREADS, which Halide reads; 1 where it is not set.
inline int threads() {
    const char* said = std::getenv("HL_NUM_THREADS");
    return said ? std::atoi(said) : 1;
}

} // namespace autoconfig::words
