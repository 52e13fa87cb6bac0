// Measures the space of one shape: a compiled kernel a configuration, all timed in turn.
#pragma once

#include "bench/progress.h"
#include "bench/regret/regret.h"
#include "bench/regret/spaces.h"

namespace autoconfig::bench {

/// Every configuration's result is checked; one that is wrong or fails is among `failed`. Kernels are gone
/// when it returns. Error where the process that times cannot go on.
MeasuredSpace measure_space(const Shape& shape, const ModelledSpace& modelled, const RegretOptions& options,
                            const KernelBuilder& builder, const RuntimeBuilder& runtime, Progress& progress);

} // namespace autoconfig::bench
