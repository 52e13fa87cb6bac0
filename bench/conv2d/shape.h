// The shape of a convolution layer.
#pragma once

#include <cstdint>
#include <string>

namespace autoconfig::bench {

/// Input h x w x c, output rows x columns x k, n images, all NHWC and dense; weights of r x s x c/groups x k,
/// k innermost. Zeros outside of the input.
struct Conv2dShape {
    std::int64_t n = 1, h = 1, w = 1, c = 1, k = 1, r = 1, s = 1;
    std::int64_t stride = 1, pad = 0, dilation = 1, groups = 1;
    std::string source; // the network it comes from

    std::int64_t out_h() const { return (h + 2 * pad - dilation * (r - 1) - 1) / stride + 1; }
    std::int64_t out_w() const { return (w + 2 * pad - dilation * (s - 1) - 1) / stride + 1; }
    std::int64_t input_elements() const { return n * h * w * c; }
    std::int64_t weight_elements() const { return k * (c / groups) * r * s; }
    std::int64_t output_elements() const { return n * out_h() * out_w() * k; }

    std::string name() const;  // "56x56x64-64 3x3", with "5x" for images, " /2" for a stride, " p1", " d12",
                               // " g32" where they differ from 1, (R-1)/2 * dilation, 1, 1
    std::string file() const;  // "n1_h56_w56_c64_k64_r3_s3_t1_p1_d1_g1"
    double flops() const;      // 2 n out_h out_w k (c/groups) r s: of the direct algorithm
    double bytes_once() const; // f32 operands and result, each element counted once
};

/// The heading of a CSV file: "N,H,W,C,K,R,S,stride,pad,dilation,groups,source".
extern const char* const conv2d_columns;

/// Error, without the place, on a malformed row.
Conv2dShape conv2d_shape(const std::string& row);

} // namespace autoconfig::bench
