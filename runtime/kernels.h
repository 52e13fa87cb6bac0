// The loops the probe times. Each set is compiled for one vector instruction set; see kernels_body.h.
#pragma once

#include <cstddef>

namespace autoconfig {

struct Kernels {
    const char* serves;  // built-in machine whose code these stand for, it or what is based on it
    bool (*runs_here)(); // does this CPU have the instructions?
    int accumulators;    // independent vector multiply-accumulates in one step of `macs`

    /// Reads `bytes`, a multiple of 512, `times` over. Returns something that depends on every byte.
    float (*read)(const void* data, std::size_t bytes, std::size_t times);
    /// Runs `steps` steps of `accumulators` f32 vector multiply-accumulates.
    float (*macs)(std::size_t steps);
};

extern const Kernels kernels_avx512, kernels_avx2, kernels_avx, kernels_portable;

} // namespace autoconfig
