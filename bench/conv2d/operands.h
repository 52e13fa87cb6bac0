// The data of a convolution layer.
#pragma once

#include "bench/operands.h"

namespace autoconfig::bench {

/// One layer and its data: NHWC, weights with output channels innermost, dense.
class Conv2dOperands : public Operands {
public:
    Conv2dOperands(const Conv2dShape& shape, const Epilogue& epilogue);

    Conv2dShape shape;
    Epilogue epilogue;

    float* input() const { return input_.data(); }
    float* weights() const { return weights_.data(); }
    float* bias() const { return bias_.data(); } // k values; zeros when the epilogue has no bias
    float* out() const { return out_.data(); }

    /// Input (c, w, h, n), weights (k, c/groups, s, r), [bias (k)], out (k, out_w, out_h, n).
    std::vector<Argument> arguments() const override;
    void poison() const override;
    std::string check(double max_rel_error = 0) const override;

private:
    Floats input_, weights_, bias_, out_;
};

} // namespace autoconfig::bench
