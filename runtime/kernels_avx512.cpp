// The probe's loops in AVX-512.
namespace {
constexpr int vector_bytes = 64;
}

#include "runtime/kernels_body.h"

namespace autoconfig::runtime {

static bool runs_here() { return __builtin_cpu_supports("avx512f"); }

const Kernels kernels_avx512 = kernels("x86-avx512", runs_here);

} // namespace autoconfig::runtime
