// The convolution layer as the command line describes it.
#pragma once

#include "autoconfig/cli/kernel_spec.h"
#include "autoconfig/extract/convolution.h"

#include <cstdint>
#include <optional>
#include <string>

namespace autoconfig::cli {

struct Conv2dOptions {
    std::int64_t n = 1, h = 0, w = 0, c = 0, k = 0, r = 0, s = 0; // 0: not given
    std::int64_t stride = 1, pad = 0, dilation = 1, groups = 1;
    std::string layout = "nhwc", type = "f32", activation = "none", algorithm = "auto";
    std::string weights = "plain";
    std::optional<double> max_rel_error;
    std::string error_bound = "probabilistic";
    bool bias = false, residual = false, requantize = false;
    std::int64_t input_zero = 0, output_zero = 0; // of u8 pixels
};

/// The layer. Error, naming the option and the remedy: a size that is missing, not positive or too large (a
/// buffer may have 2^31-1 elements), groups that do not divide the channels, a window larger than the padded
/// input.
Convolution convolution_of(const Conv2dOptions& options);

/// Error as convolution_of, and on unknown names and options that do not go together.
void check(const Conv2dOptions& options);

/// Params of the generator `conv2d`, by the algorithm that is best on a machine, and of the packer of its
/// weights where they come packed. Error as check; on a machine, where no algorithm meets the request.
SpecFor conv2d_spec(const Conv2dOptions& options);

} // namespace autoconfig::cli
