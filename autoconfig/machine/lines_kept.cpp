// See lines_kept.h.
#include "autoconfig/machine/lines_kept.h"

#include "autoconfig/allocation_limits.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace autoconfig {

bool fits(double bytes, const Cache& cache) {
    const bool by_page = static_cast<double>(cache.sets() * cache.line_bytes) > page_bytes;
    const double ways = cache.ways, kept = by_page ? (ways - 1) / ways : 1;
    return bytes <= static_cast<double>(cache.bytes) * kept;
}

bool stays_between_sweeps(double bytes, const Cache& cache) {
    return bytes <= 0.75 * static_cast<double>(cache.bytes);
}

double sets_taken(const Cache& cache, double stride_bytes, double lines_a_row) {
    const std::int64_t lines_a_page = page_bytes / cache.line_bytes;
    const std::int64_t sets_in_page = std::min(cache.sets(), lines_a_page);
    const std::int64_t bytes = sets_in_page * cache.line_bytes;
    const std::int64_t starts =
        bytes / std::gcd(static_cast<std::int64_t>(std::llround(stride_bytes)), bytes);
    const double sets =
        std::min(static_cast<double>(starts) * std::ceil(lines_a_row), static_cast<double>(sets_in_page));
    return sets / static_cast<double>(sets_in_page) * static_cast<double>(cache.sets());
}

double lines_kept(const Cache& cache, double stride_bytes, double lines_a_row) {
    return sets_taken(cache, stride_bytes, lines_a_row) * cache.ways;
}

double lines_kept(const Cache& cache, double stride_bytes) {
    const bool alike = std::fmod(stride_bytes, cache.line_bytes) == 0;
    return lines_kept(cache, alike ? stride_bytes : cache.line_bytes, 1);
}

} // namespace autoconfig
