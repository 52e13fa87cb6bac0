// Error bounds in single precision.
#include "autoconfig/model/rounding.h"

#include <algorithm>
#include <cmath>

namespace autoconfig {

namespace {

constexpr double u = 0x1p-24, lambda = 6;

double after(double roundings) { return lambda * std::sqrt(roundings) * u; }

double magnitude(const Fraction& fraction) { return std::abs(fraction.value()); }

/// Roundings on the longest way through a transform in two dimensions.
double depth(const Transform& transform) {
    std::size_t most = 0;
    for (const auto& row : transform.rows)
        most =
            std::max(most, static_cast<std::size_t>(std::count_if(
                               row.begin(), row.end(), [](const Fraction& f) { return f.numerator != 0; })));
    return 2 * static_cast<double>(most);
}

} // namespace

double amplification(const MinimalFilter& filter) {
    double most = 0;
    for (const auto& inverse : filter.inverse.rows)
        for (int tap = 0; tap < filter.r; ++tap) {
            double sum = 0;
            for (std::size_t i = 0; i < inverse.size(); ++i) {
                double data = 0;
                for (const Fraction& element : filter.data.rows[i]) data += magnitude(element);
                sum += magnitude(inverse[i]) *
                       magnitude(filter.filter.rows[i][static_cast<std::size_t>(tap)]) * data;
            }
            most = std::max(most, sum);
        }
    return most;
}

double direct_error_bound(std::int64_t channels, std::int64_t window) {
    return after(static_cast<double>(channels * window));
}

double filter_error_bound(const MinimalFilter& filter, std::int64_t channels) {
    const double roundings =
        static_cast<double>(channels) + depth(filter.data) + depth(filter.filter) + depth(filter.inverse);
    return amplification(filter) * amplification(filter) * after(roundings);
}

} // namespace autoconfig
