// The few statistics that measurements are reported with.
#include "autoconfig/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace autoconfig {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Of a sorted, non-empty list.
double value_at(const std::vector<double>& sorted, double fraction) {
    const double position = fraction * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(position);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (position - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

} // namespace

double median(std::vector<double> values) { return quantile(std::move(values), 0.5); }

double quantile(std::vector<double> values, double fraction) {
    if (values.empty()) return nan;
    std::sort(values.begin(), values.end());
    return value_at(values, fraction);
}

double relative_spread(std::vector<double> values) {
    if (values.empty()) return nan;
    std::sort(values.begin(), values.end());
    return (value_at(values, 0.75) - value_at(values, 0.25)) / value_at(values, 0.5);
}

double geomean(const std::vector<double>& values) {
    if (values.empty()) return nan;
    double sum = 0;
    for (double value : values) sum += std::log(value);
    return std::exp(sum / static_cast<double>(values.size()));
}

double kendall_tau_b(const std::vector<double>& x, const std::vector<double>& y) {
    double agreement = 0, untied_x = 0, untied_y = 0;
    const auto sign = [](double difference) { return (difference > 0) - (difference < 0); };
    for (std::size_t i = 0; i < x.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const int sx = sign(x[i] - x[j]), sy = sign(y[i] - y[j]);
            agreement += sx * sy;
            untied_x += sx != 0;
            untied_y += sy != 0;
        }
    }
    return untied_x > 0 && untied_y > 0 ? agreement / std::sqrt(untied_x * untied_y) : nan;
}

} // namespace autoconfig
