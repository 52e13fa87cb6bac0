// A matrix product with epilogue, in double precision and by its definition: what every way of building
// `matmul` is compared with. Knows nothing of Halide.
#pragma once

#include "tests/support/reference.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace autoconfig::testing {

struct MatmulCase {
    int m = 1, n = 1, k = 1;
    int batch = 0; // 0: no batch dimension
    bool trans_a = false, trans_b = false, bias = false;
    std::string type = "f32", activation = "none";

    bool integer() const { return type[0] != 'f'; }
    int batches() const { return std::max(batch, 1); }

    /// "7x33x5 b2 NT f32 bias gelu"
    std::string name() const {
        std::string text = std::to_string(m) + "x" + std::to_string(n) + "x" + std::to_string(k);
        if (batch > 0) text += " b" + std::to_string(batch);
        text += std::string(" ") + (trans_a ? "T" : "N") + (trans_b ? "T" : "N") + " " + type;
        return text + (bias ? " bias " : " ") + activation;
    }

    /// Params of the generator `matmul`; `dynamic` leaves the sizes to run time, with these as estimates.
    std::map<std::string, std::string> params(bool dynamic = false) const {
        const std::string suffix = dynamic ? "_estimate" : "";
        std::map<std::string, std::string> result = {
            {"m" + suffix, std::to_string(m)},
            {"n" + suffix, std::to_string(n)},
            {"k" + suffix, std::to_string(k)},
            {"trans_a", trans_a ? "true" : "false"},
            {"trans_b", trans_b ? "true" : "false"},
            {"with_bias", bias ? "true" : "false"},
            {"type", type},
            {"activation", activation},
            {"batch", std::to_string(dynamic && batch > 0 ? -1 : batch)}};
        if (dynamic && batch > 0) result["batch_estimate"] = std::to_string(batch);
        return result;
    }
};

/// Operands in their storage order: dimension 0 innermost, dense.
struct MatmulOperands {
    std::vector<double> a, b, bias;
};

/// Of the order of one where they are floats, so that activations bend.
inline MatmulOperands operands(const MatmulCase& c) {
    const bool u8_a = c.type == "u8i8i32" || c.type == "u8u8i32", u8_b = c.type == "u8u8i32";
    MatmulOperands result;
    result.a = test_values(std::int64_t(c.m) * c.k * c.batches(), 1, u8_a);
    result.b = test_values(std::int64_t(c.n) * c.k * c.batches(), 2, u8_b);
    result.bias = test_values(c.n, 3, false);
    if (!c.integer()) {
        for (double& value : result.a) value /= 64;
        for (double& value : result.b) value /= 64;
        for (double& value : result.bias) value /= 64;
    }
    return result;
}

/// Tolerance: integers, none. Floats: Higham's bound on a dot product in any order, (k+2) u sum |a||b| (with
/// the bias as one more term), through an activation whose slope is at most 1.13 (gelu's), plus 64 u (1 +
/// |value|) where exp or erf is approximated, in units of roundoff u of the type.
inline Reference reference(const MatmulCase& c, const MatmulOperands& in) {
    Reference result;
    const double u = c.integer() ? 0 : (c.type == "f64" ? 0x1p-53 : 0x1p-24);
    for (int z = 0; z < c.batches(); z++)
        for (int y = 0; y < c.m; y++)
            for (int x = 0; x < c.n; x++) {
                double sum = c.bias ? in.bias[std::size_t(x)] : 0, magnitude = std::abs(sum);
                for (int r = 0; r < c.k; r++) {
                    const std::int64_t a = c.trans_a ? std::int64_t(r) * c.m + y : std::int64_t(y) * c.k + r;
                    const std::int64_t b = c.trans_b ? std::int64_t(x) * c.k + r : std::int64_t(r) * c.n + x;
                    const double product = in.a[std::size_t(a + std::int64_t(z) * c.m * c.k)] *
                                           in.b[std::size_t(b + std::int64_t(z) * c.n * c.k)];
                    sum += product;
                    magnitude += std::abs(product);
                }
                const double value = activate(c.activation, sum);
                result.value.push_back(value);
                result.tolerance.push_back(
                    1.13 * (c.k + 3) * u * magnitude +
                    (is_approximated(c.activation) ? 64 * u * (1 + std::abs(value)) : 0));
            }
    return result;
}

} // namespace autoconfig::testing
