// The contractions that the algorithms make of a convolution layer, in plain numbers: what `extract` would
// find in their pipelines.
#pragma once

#include "autoconfig/extract/convolution.h"

#include <cstdint>
#include <vector>

namespace autoconfig {

/// Sums over the window in place; depthwise layers have no K. NHWC or NCHW.
/// Weights in panels of so many output channels, which divide them, or, 0, one of all.
Problem direct_problem(const Convolution& layer, std::int64_t panel = 0);

/// `whole`, a direct_problem(), without taps in the padding: rows of the window, and columns of it that are
/// outside for every pixel of a register tile of so many, which divide the output's rows. Only where that
/// leaves out a share worth the shorter loops.
std::vector<Problem> clipped_problems(const Convolution& layer, const Problem& whole);

/// The same sums over a Func that holds the window of each output: no halo, nothing skipped.
Problem im2col_problem(const Convolution& layer);

/// Products of F(m x m, 3 x 3) with panels of so many output channels, and their transforms.
Problem winograd_problem(const Convolution& layer, int m, std::int64_t panel);

} // namespace autoconfig
