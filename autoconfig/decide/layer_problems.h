// The contractions that the algorithms make of a convolution layer, in plain numbers: what `extract` would
// find in their pipelines.
#pragma once

#include "autoconfig/extract/convolution.h"

#include <cstdint>

namespace autoconfig {

/// Sums over the window in place; depthwise layers have no K. NHWC or NCHW.
Problem direct_problem(const Convolution& layer);

/// The same sums over a Func that holds the window of each output: no halo, nothing skipped.
Problem im2col_problem(const Convolution& layer);

/// Products of F(m x m, 3 x 3) with panels of so many output channels, and their transforms.
Problem winograd_problem(const Convolution& layer, int m, std::int64_t panel);

} // namespace autoconfig
