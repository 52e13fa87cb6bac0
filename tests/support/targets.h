// Targets that schedules are made for, whatever machine the tests run on.
#pragma once

#include <Halide.h>

namespace autoconfig::testing {

inline const Halide::Target sse41_target("x86-64-linux-sse41");
inline const Halide::Target avx2_target("x86-64-linux-avx-avx2-f16c-fma-sse41");
inline const Halide::Target avx512_target("x86-64-linux-avx-avx2-avx512-avx512_skylake-f16c-fma-sse41");

} // namespace autoconfig::testing
