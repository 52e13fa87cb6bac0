// How far rounding may take an algorithm's sums from the exact ones.
#pragma once

#include "autoconfig/model/minimal_filter.h"

#include <cstdint>

namespace autoconfig {

/// Bounds on the error of a sum over `channels` and a window, relative to max |input| * sum |weights|, with
/// u = 2^-24 (f32). An error of n roundings is at most lambda * sqrt(n) * u times the magnitudes summed, with
/// probability above 1 - 2 n exp(-lambda^2 / 2) (Higham and Mary, SIAM J. Sci. Comput. 41(5), 2019, theorem
/// 3.1); lambda = 6 makes that 1 - 3e-8 n.
///
/// Magnitudes of the direct sum are those of its terms. Those of minimal filtering are
/// |A^T| (|G| |g| |G^T| * |B^T| |d| |B|) |A|, element by element (Barabasz, Anderson, Soodhalter and Gregg,
/// arXiv 1803.10986, theorem 7): at most kappa^2 * max |d| * sum |g| with
/// kappa = max over outputs y and taps r of sum_i |A^T_yi| |G_ir| sum_j |B^T_ij|.
double direct_error_bound(std::int64_t channels, std::int64_t window);
double filter_error_bound(const MinimalFilter& filter, std::int64_t channels);

/// kappa: 4 for F(2, 3), 29.33 for F(4, 3).
double amplification(const MinimalFilter& filter);

} // namespace autoconfig
