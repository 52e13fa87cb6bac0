// The pass over the result that follows a library's bare product.
#pragma once

#include "bench/matmul/operands.h"

namespace autoconfig::bench {

/// Applies bias and activation in place to the whole result, on the calling thread. Does nothing when the
/// epilogue is empty.
void apply_epilogue(const MatmulOperands& operands);

} // namespace autoconfig::bench
