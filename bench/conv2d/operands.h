// The data of a convolution layer.
#pragma once

#include "bench/operands.h"

namespace autoconfig::bench {

/// One layer and its data: NHWC, weights with output channels innermost, dense.
class Conv2dOperands : public Operands {
public:
    Conv2dOperands(const Conv2dShape& shape, const Epilogue& epilogue);

    const Conv2dShape shape;

    float* input() const { return input_data().data(); }
    float* weights() const { return weight_data().data(); }
    float* out() const { return result_data().data(); }

    /// Input (c, w, h, n), weights (k, c/groups, s, r), [bias (k)], out (k, out_w, out_h, n).
    std::vector<Argument> arguments() const override;
    std::string check(double max_rel_error = 0) const override;
};

} // namespace autoconfig::bench
