// The probe's loops in AVX2 with fused multiply-add.
namespace {
constexpr int vector_bytes = 32;
}

#include "runtime/kernels_body.h"

namespace autoconfig::runtime {

static bool runs_here() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }

const Kernels kernels_avx2 = kernels("x86-avx2", runs_here);

} // namespace autoconfig::runtime
