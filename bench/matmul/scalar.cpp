// The three loops of the definition, for sizes where a library call costs more than the work.
#include "bench/matmul/epilogue.h"
#include "bench/peers/peer.h"

namespace autoconfig::bench {

namespace {

constexpr double most_flops_of_loops = 2.0 * 64 * 64 * 64;

void multiply(const MatmulOperands& operands, std::int64_t batch) {
    const MatmulShape& s = operands.shape;
    const std::int64_t a_row = s.trans_a ? 1 : s.k, a_k = s.trans_a ? s.m : 1;
    const std::int64_t b_col = s.trans_b ? s.k : 1, b_k = s.trans_b ? 1 : s.n;
    const float *a = operands.a(batch), *b = operands.b(batch);
    float* out = operands.out(batch);
    for (std::int64_t i = 0; i < s.m; ++i) {
        for (std::int64_t j = 0; j < s.n; ++j) {
            float sum = 0;
            for (std::int64_t k = 0; k < s.k; ++k) sum += a[i * a_row + k * a_k] * b[k * b_k + j * b_col];
            out[i * s.n + j] = sum;
        }
    }
}

Call prepare_loops(const MatmulOperands& operands, int) {
    if (operands.shape.flops() > most_flops_of_loops)
        throw DoesNotApply("a scalar loop is a rival up to 64x64x64 only");
    return [&operands] {
        for (std::int64_t i = 0; i < operands.shape.batch; ++i) multiply(operands, i);
        apply_epilogue(operands);
    };
}

} // namespace

Peer scalar_peer() {
    return {"scalar", "scalar", Fairness::Informational, on<MatmulOperands>(prepare_loops),
            [] { return std::string("three loops in C++"); }};
}

} // namespace autoconfig::bench
