// The x86 loops on other architectures: they never run.
#include "runtime/kernels.h"

namespace autoconfig {

static bool never() { return false; }

const Kernels kernels_avx512{"x86-avx512", never, 0, nullptr, nullptr};
const Kernels kernels_avx2{"x86-avx2", never, 0, nullptr, nullptr};
const Kernels kernels_avx{"x86-avx", never, 0, nullptr, nullptr};

} // namespace autoconfig
