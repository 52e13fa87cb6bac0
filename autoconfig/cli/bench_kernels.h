// The kernels the bench measures, built as `autoconfig build` builds them.
#pragma once

#include "bench/kernel_builder.h"

namespace autoconfig::cli {

/// For the host. Throws Error also where Halide refuses.
bench::BuiltKernel build_for_bench(const bench::KernelRequest& request);

} // namespace autoconfig::cli
