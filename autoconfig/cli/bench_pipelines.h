// The pipelines the bench measures, built as `autoconfig build` builds its kernels.
#pragma once

#include "bench/pipelines/pipelines.h"

namespace autoconfig::cli {

/// For the host. Throws Error also where Halide refuses.
bench::BuiltKernel build_pipeline_for_bench(const bench::PipelineRequest& request);

} // namespace autoconfig::cli
