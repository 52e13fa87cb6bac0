// The few statistics that measurements are reported with.
#pragma once

#include <vector>

namespace autoconfig {

/// Middle value; mean of the two middle ones when the count is even. NaN when empty.
double median(std::vector<double> values);

/// Value below which so large a share of the values lies, interpolated between neighbours: 0.95 of {1, ...,
/// 21} is 20. NaN when empty.
double quantile(std::vector<double> values, double fraction);

/// Interquartile range over the median (quartiles interpolated linearly). NaN when empty.
double relative_spread(std::vector<double> values);

/// exp(mean(log)); values are positive. NaN when empty.
double geomean(const std::vector<double>& values);

/// Kendall's tau-b of two paired rankings (Kendall, Biometrika 33(3), 1945):
/// (concordant - discordant) / sqrt((pairs - ties in x) * (pairs - ties in y)).
/// NaN where one side is constant or there are fewer than two pairs.
double kendall_tau_b(const std::vector<double>& x, const std::vector<double>& y);

} // namespace autoconfig
