// Tolerances of sums.
#include "bench/reference.h"

#include <fmt/format.h>

#include <algorithm>

namespace autoconfig::bench {

double activate(double x, const std::string& activation) {
    if (activation == "relu") return x > 0 ? x : 0;
    if (activation == "gelu")
        return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
    if (activation == "gelu_erf") return 0.5 * x * (1 + std::erf(x * std::sqrt(0.5)));
    return x;
}

std::set<std::int64_t> sample(std::int64_t extent, std::int64_t count) {
    std::set<std::int64_t> indices{0, std::min<std::int64_t>(1, extent - 1), extent - 1,
                                   std::max<std::int64_t>(0, extent - 2)};
    for (std::int64_t i = 0; i < count - 4; ++i) indices.insert((2 * i + 1) * extent / (2 * (count - 4)));
    return indices;
}

Wanted::Wanted(const Sum& sum, const std::string& activation, double max_rel_error)
    : value(activate(sum.value, activation)) {
    constexpr double u = 0x1p-24;
    const double roundings = static_cast<double>(sum.terms + 2) * u;
    tolerance = std::max(max_rel_error, roundings / (1 - roundings)) * sum.magnitude;
    if (!activation.empty()) tolerance = 1.13 * tolerance + 32 * u * (std::abs(sum.value) + 1);
}

std::string Wanted::difference(float got) const {
    return fmt::format("is {:.9g}, should be {:.9g} within {:.2g}", got, value, tolerance);
}

} // namespace autoconfig::bench
