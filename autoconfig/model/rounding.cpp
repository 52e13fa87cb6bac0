// See rounding.h.
#include "autoconfig/model/rounding.h"

#include "autoconfig/integers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace autoconfig {

namespace {

constexpr double u = 0x1p-24, lambda = 6;

double magnitude(const Fraction& fraction) { return std::abs(fraction.value()); }

/// Roundings on the longest way through a transform in two dimensions: of the factors, of the products with
/// them, and of their sums.
std::int64_t depth(const Transform& transform) {
    std::ptrdiff_t most = 0;
    for (const auto& row : transform.rows)
        most = std::max(
            most, std::count_if(row.begin(), row.end(), [](const Fraction& f) { return f.numerator != 0; }));
    return 2 * (most + 1);
}

} // namespace

const char* to_string(ErrorBound bound) { return bound == ErrorBound::Strict ? "strict" : "probabilistic"; }

double rounding_error(std::int64_t roundings, ErrorBound bound) {
    const auto n = static_cast<double>(roundings);
    if (bound == ErrorBound::Probabilistic) return lambda * std::sqrt(n) * u;
    return n * u < 1 ? n * u / (1 - n * u) : std::numeric_limits<double>::infinity();
}

std::int64_t roundings(const Problem& problem, const Config& config) {
    const std::int64_t steps = problem.extent(Role::K) * problem.extent(Role::Window);
    if (const auto* blocked = std::get_if<Blocked>(&config.strategy)) {
        const std::int64_t unit = problem.k_block_unit();
        const std::int64_t block = std::max<std::int64_t>(1, blocked->KC / unit);
        return 1 + block * unit + ceil_div(steps / unit, block);
    }
    const std::vector<int> order = problem.reduction_order();
    std::int64_t cut = order.empty() ? 1 : problem.loops[order.front()].extent, added = 0;
    const std::int64_t others = steps / cut;
    for (const int sums : {config.is<AlongK>() ? config.lanes : 1, config.chains()}) {
        cut = ceil_div(cut, sums);
        added += sums - 1;
    }
    return 1 + cut * others + added;
}

double error_bound(const Problem& problem, const Config& config, ErrorBound bound) {
    if (problem.accumulator.kind != ScalarType::Kind::Float) return 0;
    const std::int64_t count = roundings(problem, config);
    return problem.transforms ? filter_error_bound(minimal_filter(problem.transforms->tile), count, bound)
                              : rounding_error(count, bound);
}

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

double filter_error_bound(const MinimalFilter& filter, std::int64_t roundings, ErrorBound bound) {
    const std::int64_t all = roundings + depth(filter.data) + depth(filter.filter) + depth(filter.inverse);
    return amplification(filter) * amplification(filter) * rounding_error(all, bound);
}

} // namespace autoconfig
