// The model as the bench asks it.
#pragma once

#include "bench/regret/model.h"

namespace autoconfig::cli {

/// For the host; of a convolution, the direct algorithm's. Throws Error also where Halide refuses.
bench::ModelledSpace modelled_space(const bench::Shape& shape, int threads);

} // namespace autoconfig::cli
