// libxsmm's code generated for one small size.
#include "bench/matmul/epilogue.h"
#include "bench/peers/peer.h"

#include <fmt/format.h>
#include <libxsmm.h>

namespace autoconfig::bench {

namespace {

/// Of one product: where libxsmm claims to be at home.
constexpr double most_flops_of_libxsmm = 2.0 * 80 * 80 * 80;

/// libxsmm is column-major: it computes C^T = B^T A^T, which swaps the operands. It generates no code for a
/// transposed first operand, which is our B.
libxsmm_smmfunction kernel_for(const MatmulOperands& operands) {
    const MatmulShape& s = operands.shape;
    const float one = 1, zero = 0;
    const auto lda = static_cast<int>(operands.lda()), ldb = static_cast<int>(operands.ldb()),
               ldc = static_cast<int>(operands.ldc());
    const int flags =
        (s.trans_b ? LIBXSMM_GEMM_FLAG_TRANS_A : 0) | (s.trans_a ? LIBXSMM_GEMM_FLAG_TRANS_B : 0);
    const int prefetch = LIBXSMM_PREFETCH_NONE;
    return libxsmm_smmdispatch(static_cast<int>(s.n), static_cast<int>(s.m), static_cast<int>(s.k), &ldb,
                               &lda, &ldc, &one, &zero, &flags, &prefetch);
}

Call prepare_libxsmm(const MatmulOperands& operands, int) {
    const MatmulShape& s = operands.shape;
    if (s.flops() / static_cast<double>(s.batch) > most_flops_of_libxsmm)
        throw DoesNotApply("libxsmm is made for products up to 80x80x80");
    const libxsmm_smmfunction kernel = kernel_for(operands);
    if (!kernel) throw DoesNotApply(fmt::format("libxsmm generates no code for {}", s.name()));
    return [&operands, kernel] {
        for (std::int64_t i = 0; i < operands.shape.batch; ++i)
            kernel(operands.b(i), operands.a(i), operands.out(i));
        apply_epilogue(operands);
    };
}

std::string describe_libxsmm() {
    libxsmm_init();
    return fmt::format("libxsmm {}, {}", LIBXSMM_VERSION, libxsmm_get_target_arch());
}

} // namespace

Peer libxsmm_peer() {
    return {"libxsmm", "libxsmm", Fairness::Informational, on<MatmulOperands>(prepare_libxsmm),
            describe_libxsmm};
}

} // namespace autoconfig::bench
