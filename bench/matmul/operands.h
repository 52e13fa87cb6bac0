// The data of a matrix product.
#pragma once

#include "bench/operands.h"

namespace autoconfig::bench {

/// One matrix product and its data, all row-major and dense.
class MatmulOperands : public Operands {
public:
    MatmulOperands(const MatmulShape& shape, const Epilogue& epilogue);

    MatmulShape shape;
    Epilogue epilogue;

    const float* a(std::int64_t batch = 0) const { return a_.data() + batch * shape.m * shape.k; }
    const float* b(std::int64_t batch = 0) const { return b_.data() + batch * shape.k * shape.n; }
    float* out(std::int64_t batch = 0) const { return out_.data() + batch * shape.m * shape.n; }
    const float* bias() const { return bias_.data(); } // n values; zeros when the epilogue has no bias

    /// Row lengths in memory, in elements.
    std::int64_t lda() const { return shape.trans_a ? shape.m : shape.k; }
    std::int64_t ldb() const { return shape.trans_b ? shape.k : shape.n; }
    std::int64_t ldc() const { return shape.n; }

    /// A (k, m[, batch]) or (m, k[, batch]), B (n, k[, batch]) or (k, n[, batch]), [bias (n)], out (n, m[,
    /// batch]); the batch dimension is there when shape.batch > 1.
    std::vector<Argument> arguments() const override;
    void poison() const override;
    std::string check(double max_rel_error = 0) const override;

private:
    Floats a_, b_, bias_, out_;
};

} // namespace autoconfig::bench
