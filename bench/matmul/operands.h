// The data of a matrix product.
#pragma once

#include "bench/operands.h"

namespace autoconfig::bench {

/// One matrix product and its data, all row-major and dense.
class MatmulOperands : public Operands {
public:
    MatmulOperands(const MatmulShape& shape, const Epilogue& epilogue);

    const MatmulShape shape;

    const float* a(std::int64_t batch = 0) const { return input_data().data() + batch * shape.m * shape.k; }
    const float* b(std::int64_t batch = 0) const { return weight_data().data() + batch * shape.k * shape.n; }
    float* out(std::int64_t batch = 0) const { return result_data().data() + batch * shape.m * shape.n; }

    /// Row lengths in memory, in elements.
    std::int64_t lda() const { return shape.trans_a ? shape.m : shape.k; }
    std::int64_t ldb() const { return shape.trans_b ? shape.k : shape.n; }
    std::int64_t ldc() const { return shape.n; }

    /// A (k, m[, batch]) or (m, k[, batch]), B (n, k[, batch]) or (k, n[, batch]), [bias (n)], out (n, m[,
    /// batch]); the batch dimension is there when shape.batch > 1.
    std::vector<Argument> arguments() const override;
    std::string check(double max_rel_error = 0) const override;
};

} // namespace autoconfig::bench
