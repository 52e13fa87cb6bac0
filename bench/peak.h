// What this machine can do at most: the ceilings of the roofline.
#pragma once

#include <string>

namespace autoconfig::bench {

struct Peak {
    double gflops = 0;         // f32 multiply-add, one thread, registers only
    double bandwidth_gbs = 0;  // GB/s read from memory, one thread
    double megabytes_read = 0; // size of the array that bandwidth was measured on
    std::string instructions;  // "avx512", "avx2 fma", "baseline"
};

/// Takes about a second.
Peak measure_peak();

} // namespace autoconfig::bench
