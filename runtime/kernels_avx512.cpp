// The probe's loops in AVX-512.
#include "runtime/kernels.h"

namespace {
constexpr int vector_bytes = 64;
}

#include "runtime/kernels_body.h"

namespace autoconfig {

static bool runs_here() { return __builtin_cpu_supports("avx512f"); }

const Kernels kernels_avx512{"x86-avx512", runs_here, accumulators, read, macs};

} // namespace autoconfig
