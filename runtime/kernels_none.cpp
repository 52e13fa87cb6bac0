// The x86 loops on other architectures: they never run.
#include "runtime/kernels.h"

namespace autoconfig::runtime {

static bool never() { return false; }

static Kernels none(const char* serves) {
    Kernels kernels{};
    kernels.serves = serves;
    kernels.runs_here = never;
    return kernels;
}

const Kernels kernels_avx512 = none("x86-avx512");
const Kernels kernels_avx2 = none("x86-avx2");
const Kernels kernels_avx = none("x86-avx");

} // namespace autoconfig::runtime
