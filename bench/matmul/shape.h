// The shape of a matrix product.
#pragma once

#include <cstdint>
#include <string>

namespace autoconfig::bench {

/// C[m,n] = op(A) * op(B), `batch` times. Operands are row-major and dense: A is m x k, or k x m when
/// trans_a; B is k x n, or n x k when trans_b.
struct MatmulShape {
    std::int64_t m = 1, n = 1, k = 1, batch = 1;
    bool trans_a = false, trans_b = false;
    std::string source; // the network it comes from

    std::string op() const;    // "NN", "NT", "TN", "TT": the letter of A, then of B
    std::string name() const;  // "128x3072x768 NT", "12x128x128x64 NT" with a batch in front
    std::string file() const;  // "b12_m128_n128_k64_nt"
    double flops() const;      // 2 m n k batch
    double bytes_once() const; // f32 operands and result, each element counted once
};

/// The heading of a CSV file: "M,N,K,batch,op,source".
extern const char* const matmul_columns;

/// Error, without the place, on a malformed row.
MatmulShape matmul_shape(const std::string& row);

} // namespace autoconfig::bench
