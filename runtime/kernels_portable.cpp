// The probe's loops in what every CPU of the architecture has: 128-bit vectors on x86-64 and 64-bit Arm.
namespace {
constexpr int vector_bytes = 16;
}

#include "runtime/kernels_body.h"

namespace autoconfig::runtime {

static bool runs_here() { return true; }

#ifdef __x86_64__
static const char* const serves = "x86-sse41";
#else
static const char* const serves = "arm-neon";
#endif

const Kernels kernels_portable = kernels(serves, runs_here);

} // namespace autoconfig::runtime
