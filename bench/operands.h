// The data of one shape: inputs filled with reproducible values, and a result to write.
#pragma once

#include "bench/shapes.h"

#include <cstdlib>
#include <memory>
#include <string>

namespace autoconfig::bench {

/// What follows the product: out = activation(A*B + bias).
struct Epilogue {
    bool bias = false;
    std::string activation; // "", "relu", "gelu", "gelu_erf": formulas in generators/activation.h

    bool empty() const { return !bias && activation.empty(); }
};

/// One matrix product and its data, all row-major and dense, page-aligned.
class Operands {
public:
    Operands(const MatmulShape& shape, const Epilogue& epilogue);

    MatmulShape shape;
    Epilogue epilogue;

    const float* a(std::int64_t batch = 0) const { return a_.get() + batch * shape.m * shape.k; }
    const float* b(std::int64_t batch = 0) const { return b_.get() + batch * shape.k * shape.n; }
    float* out(std::int64_t batch = 0) const { return out_.get() + batch * shape.m * shape.n; }
    const float* bias() const { return bias_.get(); } // n values; zeros when the epilogue has no bias

    /// Row lengths in memory, in elements.
    std::int64_t lda() const { return shape.trans_a ? shape.m : shape.k; }
    std::int64_t ldb() const { return shape.trans_b ? shape.k : shape.n; }
    std::int64_t ldc() const { return shape.n; }

    /// Fills the result with NaN, so that an element nobody writes shows.
    void poison() const;

private:
    struct Free {
        void operator()(float* p) const { std::free(p); }
    };
    using Floats = std::unique_ptr<float[], Free>;
    static Floats allocate(std::int64_t count);

    Floats a_, b_, bias_, out_;
};

/// The activation in double precision.
double activate(double x, const std::string& activation);

/// Empty when the result is right; otherwise one line that names the first wrong element. Elements are
/// sampled: every batch's corners and edges, and rows and columns across it; all are checked for NaN.
/// Tolerance: Higham's bound for a dot product in any order, (K+2) u / (1 - (K+2) u) * sum |a||b|, with
/// u = 2^-24 (Accuracy and Stability of Numerical Algorithms, 2002, section 3.1). An activation stretches
/// that by its largest slope (GELU: 1.13) and adds 32 u (|x| + 1) for its own approximation.
std::string check_result(const Operands& operands);

} // namespace autoconfig::bench
