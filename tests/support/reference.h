// What the references of all operators share: test data, activations, results. Knows nothing of Halide.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace autoconfig::testing {

/// Reproducible whole values of either sign that every type but u8 holds; unsigned ones are 0 to 254.
inline std::vector<double> test_values(std::int64_t count, int seed, bool is_unsigned) {
    std::vector<double> result(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < result.size(); i++) {
        const int value = static_cast<int>((i * 37 + i / 11 * 5 + static_cast<std::size_t>(seed)) % 127) - 63;
        result[i] = is_unsigned ? value + 63 + (i % 2 == 0 ? 0 : 128) : value;
    }
    return result;
}

inline double activate(const std::string& activation, double x) {
    if (activation == "relu") return std::max(x, 0.0);
    if (activation == "relu6") return std::min(std::max(x, 0.0), 6.0);
    if (activation == "gelu")
        return 0.5 * x * (1 + std::tanh(std::sqrt(2 / std::acos(-1.0)) * (x + 0.044715 * x * x * x)));
    if (activation == "gelu_erf") return 0.5 * x * (1 + std::erf(x / std::sqrt(2.0)));
    if (activation == "silu") return x / (1 + std::exp(-x));
    if (activation == "sigmoid") return 1 / (1 + std::exp(-x));
    if (activation == "tanh") return std::tanh(x);
    return x;
}

/// By exp or erf, which differ from the true functions.
inline bool is_approximated(const std::string& activation) {
    return activation != "none" && activation != "relu" && activation != "relu6";
}

/// The result and, for each of its elements, how far off a right answer may be.
struct Reference {
    std::vector<double> value, tolerance;
};

} // namespace autoconfig::testing
