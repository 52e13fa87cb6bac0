// A matrix product's data as buffers, and its check against a double-precision reference.
#include "bench/matmul/operands.h"

#include "bench/reference.h"

#include <fmt/format.h>

namespace autoconfig::bench {

MatmulOperands::MatmulOperands(const MatmulShape& s, const Epilogue& e)
    : Operands(e, {s.m * s.k * s.batch, s.k * s.n * s.batch, s.n, s.m * s.n * s.batch}), shape(s) {}

std::vector<Argument> MatmulOperands::arguments() const {
    const auto matrix = [&](const Floats& data, std::int64_t rows, std::int64_t columns) {
        std::vector<int> extents{static_cast<int>(columns), static_cast<int>(rows)};
        if (shape.batch > 1) extents.push_back(static_cast<int>(shape.batch));
        return Argument{data.data(), extents};
    };
    const auto stored = [&](const Floats& data, bool transposed, std::int64_t rows, std::int64_t columns) {
        return transposed ? matrix(data, columns, rows) : matrix(data, rows, columns);
    };
    std::vector<Argument> list{stored(input_data(), shape.trans_a, shape.m, shape.k),
                               stored(weight_data(), shape.trans_b, shape.k, shape.n)};
    if (epilogue.bias) list.push_back({bias_data().data(), {static_cast<int>(shape.n)}});
    list.push_back(matrix(result_data(), shape.m, shape.n));
    return list;
}

namespace {

Sum sum_of(const MatmulOperands& operands, std::int64_t batch, std::int64_t i, std::int64_t j) {
    const MatmulShape& shape = operands.shape;
    const std::int64_t a_row = shape.trans_a ? 1 : shape.k, a_k = shape.trans_a ? shape.m : 1;
    const std::int64_t b_col = shape.trans_b ? shape.k : 1, b_k = shape.trans_b ? 1 : shape.n;
    const float* a = operands.a(batch) + i * a_row;
    const float* b = operands.b(batch) + j * b_col;
    Sum sum;
    for (std::int64_t k = 0; k < shape.k; ++k)
        sum.add(static_cast<double>(a[k * a_k]) * static_cast<double>(b[k * b_k]));
    if (operands.epilogue.bias) sum.add(operands.bias()[j]);
    return sum;
}

std::string check_sampled(const MatmulOperands& operands, std::int64_t batch, double max_rel_error) {
    const MatmulShape& shape = operands.shape;
    for (std::int64_t i : sample(shape.m, 10)) {
        for (std::int64_t j : sample(shape.n, 40)) {
            const Wanted want(sum_of(operands, batch, i, j), operands.epilogue.activation, max_rel_error);
            const float got = operands.out(batch)[i * shape.n + j];
            if (!want.agrees(got))
                return fmt::format("element ({}, {}) of product {} {}", i, j, batch, want.difference(got));
        }
    }
    return "";
}

} // namespace

std::string MatmulOperands::check(double max_rel_error) const {
    const std::int64_t per_product = shape.m * shape.n;
    for (std::int64_t e = 0; e < result_data().size(); ++e)
        if (std::isnan(out()[e]))
            return fmt::format("element ({}, {}) of product {} is NaN or was not written",
                               e % per_product / shape.n, e % shape.n, e / per_product);
    for (std::int64_t batch : sample(shape.batch, 6)) {
        const std::string wrong = check_sampled(*this, batch, max_rel_error);
        if (!wrong.empty()) return wrong;
    }
    return "";
}

} // namespace autoconfig::bench
