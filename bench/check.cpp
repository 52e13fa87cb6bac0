// Compares a result with a double precision reference.
#include "bench/operands.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace autoconfig::bench {

namespace {

/// Up to `count` indices below `extent`: both ends, where tails go wrong, and places in between.
std::set<std::int64_t> sample(std::int64_t extent, std::int64_t count) {
    std::set<std::int64_t> indices{0, std::min<std::int64_t>(1, extent - 1), extent - 1,
                                   std::max<std::int64_t>(0, extent - 2)};
    for (std::int64_t i = 0; i < count - 4; ++i) indices.insert((2 * i + 1) * extent / (2 * (count - 4)));
    return indices;
}

struct Element {
    double value = 0;     // in double precision
    double tolerance = 0; // absolute
};

Element reference(const Operands& operands, std::int64_t batch, std::int64_t i, std::int64_t j) {
    const MatmulShape& shape = operands.shape;
    const std::int64_t a_row = shape.trans_a ? 1 : shape.k, a_k = shape.trans_a ? shape.m : 1;
    const std::int64_t b_col = shape.trans_b ? shape.k : 1, b_k = shape.trans_b ? 1 : shape.n;
    const float* a = operands.a(batch) + i * a_row;
    const float* b = operands.b(batch) + j * b_col;
    double sum = operands.bias()[j], magnitude = std::abs(sum);
    for (std::int64_t k = 0; k < shape.k; ++k) {
        const double product = static_cast<double>(a[k * a_k]) * static_cast<double>(b[k * b_k]);
        sum += product;
        magnitude += std::abs(product);
    }
    constexpr double u = 0x1p-24;
    const double roundings = static_cast<double>(shape.k + 2) * u;
    Element element;
    element.value = activate(sum, operands.epilogue.activation);
    element.tolerance = roundings / (1 - roundings) * magnitude;
    if (!operands.epilogue.activation.empty())
        element.tolerance = 1.13 * element.tolerance + 32 * u * (std::abs(sum) + 1);
    return element;
}

std::string describe(std::int64_t batch, std::int64_t i, std::int64_t j, float got, const Element& want) {
    return fmt::format("element ({}, {}) of product {} is {:.9g}, should be {:.9g} within {:.2g}", i, j,
                       batch, got, want.value, want.tolerance);
}

std::string check_sampled(const Operands& operands, std::int64_t batch) {
    const MatmulShape& shape = operands.shape;
    for (std::int64_t i : sample(shape.m, 10)) {
        for (std::int64_t j : sample(shape.n, 40)) {
            const Element want = reference(operands, batch, i, j);
            const float got = operands.out(batch)[i * shape.n + j];
            if (!(std::abs(got - want.value) <= want.tolerance)) return describe(batch, i, j, got, want);
        }
    }
    return "";
}

} // namespace

std::string check_result(const Operands& operands) {
    const MatmulShape& shape = operands.shape;
    const std::int64_t per_product = shape.m * shape.n;
    for (std::int64_t e = 0; e < per_product * shape.batch; ++e)
        if (std::isnan(operands.out()[e]))
            return fmt::format("element ({}, {}) of product {} is NaN or was not written",
                               e % per_product / shape.n, e % shape.n, e / per_product);
    for (std::int64_t batch : sample(shape.batch, 6)) {
        const std::string wrong = check_sampled(operands, batch);
        if (!wrong.empty()) return wrong;
    }
    return "";
}

} // namespace autoconfig::bench
