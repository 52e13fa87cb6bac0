// OpenBLAS and BLIS through CBLAS. Both export the same symbols, so each is loaded apart.
#include "bench/matmul/epilogue.h"
#include "bench/peers/library.h"
#include "bench/peers/peer.h"

#include <cblas.h>
#include <fmt/format.h>

namespace autoconfig::bench {

namespace {

using Sgemm = decltype(cblas_sgemm);

/// A batch is a loop: neither library's CBLAS has a batched product.
Call cblas_call(const MatmulOperands& operands, Sgemm* sgemm) {
    return [&operands, sgemm] {
        const MatmulShape& s = operands.shape;
        const auto side = [](bool transposed) { return transposed ? CblasTrans : CblasNoTrans; };
        for (std::int64_t i = 0; i < s.batch; ++i)
            sgemm(CblasRowMajor, side(s.trans_a), side(s.trans_b), static_cast<int>(s.m),
                  static_cast<int>(s.n), static_cast<int>(s.k), 1.0f, operands.a(i),
                  static_cast<int>(operands.lda()), operands.b(i), static_cast<int>(operands.ldb()), 0.0f,
                  operands.out(i), static_cast<int>(operands.ldc()));
        apply_epilogue(operands);
    };
}

const Library& openblas() {
    static const Library library("libopenblas.so.0");
    return library;
}

const Library& blis() {
    static const Library library("libblis.so.4");
    return library;
}

// From blis.h, whose types clash with those of cblas.h: int-sized enums and string getters.
using BlisArchitectureId = int();
using BlisArchitectureName = const char*(int);
using BlisVersion = const char*();

std::string describe_openblas() {
    return fmt::format("OpenBLAS kernels {} ({})", openblas().find<char*()>("openblas_get_corename")(),
                       openblas().find<char*()>("openblas_get_config")());
}

std::string describe_blis() {
    const int architecture = blis().find<BlisArchitectureId>("bli_arch_query_id")();
    return fmt::format("BLIS {} kernels {}", blis().find<BlisVersion>("bli_info_get_version_str")(),
                       blis().find<BlisArchitectureName>("bli_arch_string")(architecture));
}

} // namespace

Peer openblas_peer() {
    const auto prepare = [](const MatmulOperands& operands, int) {
        return cblas_call(operands, openblas().find<Sgemm>("cblas_sgemm"));
    };
    return {"openblas", "openblas", Fairness::Plain, on<MatmulOperands>(prepare), describe_openblas};
}

Peer blis_peer() {
    const auto prepare = [](const MatmulOperands& operands, int) {
        return cblas_call(operands, blis().find<Sgemm>("cblas_sgemm"));
    };
    return {"blis", "blis", Fairness::Plain, on<MatmulOperands>(prepare), describe_blis};
}

} // namespace autoconfig::bench
