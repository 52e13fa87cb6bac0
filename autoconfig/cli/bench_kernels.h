// The kernels the bench measures, built as `autoconfig build` builds them.
#pragma once

#include "autoconfig/autoschedule.h"
#include "autoconfig/cli/kernel_spec.h"
#include "bench/kernel_builder.h"

namespace autoconfig::cli {

/// The operator that a request asks for.
SpecFor spec_for_bench(const bench::KernelRequest& request);

/// Halide's runtime for the host.
void runtime_for_bench(const std::string& library);

/// The scheduler's options: what is measured is this machine.
Options options_for_bench(const bench::KernelRequest& request);

/// For the host. Throws Error also where Halide refuses.
bench::BuiltKernel build_for_bench(const bench::KernelRequest& request);

} // namespace autoconfig::cli
