// The probe's loops in AVX, where a multiply-accumulate is two instructions.
namespace {
constexpr int vector_bytes = 32;
}

#include "runtime/kernels_body.h"

namespace autoconfig::runtime {

static bool runs_here() { return __builtin_cpu_supports("avx"); }

const Kernels kernels_avx = kernels("x86-avx", runs_here);

} // namespace autoconfig::runtime
