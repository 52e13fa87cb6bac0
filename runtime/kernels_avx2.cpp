// The probe's loops in AVX2 with fused multiply-add.
#include "runtime/kernels.h"

namespace {
constexpr int vector_bytes = 32;
}

#include "runtime/kernels_body.h"

namespace autoconfig {

static bool runs_here() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }

const Kernels kernels_avx2{"x86-avx2", runs_here, accumulators, read, macs};

} // namespace autoconfig
