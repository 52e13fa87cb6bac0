// A convolution layer before anybody has chosen an algorithm for it: what the command line and the
// algorithms' cost estimates agree on. Nothing here knows Halide.
#pragma once

#include "autoconfig/extract/problem.h"

#include <cstdint>

namespace autoconfig {

/// out[k, x, y, n] = activation(sum over c, s, r of
///   input[c, x*stride + s*dilation - pad, y*stride + r*dilation - pad, n] * weights[k, c, s, r]
///   + bias[k] + residual[k, x, y, n]), input zero (or a constant) outside. Extents in elements; groups
///   divide c and k.
struct Convolution {
    std::int64_t n = 1, h = 1, w = 1, c = 1; // input
    std::int64_t k = 1, r = 1, s = 1;        // output channels; window rows and columns
    std::int64_t stride = 1, pad = 0, dilation = 1, groups = 1;
    bool channels_innermost = true; // NHWC; otherwise NCHW
    ScalarType input{ScalarType::Kind::Float, 32}, weights{ScalarType::Kind::Float, 32};
    ScalarType accumulator{ScalarType::Kind::Float, 32}, output{ScalarType::Kind::Float, 32};
    bool zero_outside = true;            // of the input; quantised layers may have another value there
    bool packed_weights = false;         // packed or transformed once, outside of the layer
    bool bias = false, residual = false; // added to the sum
    double epilogue_ops_per_element = 0; // arithmetic after the sum, bias and residual included

    std::int64_t out_h() const { return (h + 2 * pad - dilation * (r - 1) - 1) / stride + 1; }
    std::int64_t out_w() const { return (w + 2 * pad - dilation * (s - 1) - 1) / stride + 1; }
    /// The window, dilated, is no larger than the padded input.
    bool window_fits() const { return dilation * (r - 1) < h + 2 * pad && dilation * (s - 1) < w + 2 * pad; }
    /// 2 * multiply-accumulates of the direct algorithm.
    double flops() const {
        const std::int64_t products = c / groups * r * s;
        return 2.0 * static_cast<double>(n * out_h() * out_w() * k) * static_cast<double>(products);
    }
};

} // namespace autoconfig
