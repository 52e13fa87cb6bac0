// How far rounding may take sums of single precision from the exact ones.
#pragma once

#include "autoconfig/extract/problem.h"
#include "autoconfig/model/minimal_filter.h"
#include "autoconfig/space/config.h"

#include <cstdint>

namespace autoconfig {

/// What n roundings, one after the other, make of the magnitudes that are summed, with u = 2^-24.
/// Strict: at most n u / (1 - n u) times them, whatever the data (Higham, Accuracy and Stability of Numerical
/// Algorithms, lemma 3.1).
/// Probabilistic: lambda * sqrt(n) * u, with lambda = 6, in all but 3e-8 n of cases if roundings are
/// independent and as often up as down (Higham and Mary, SIAM J. Sci. Comput. 41(5), 2019, theorem 3.1). Data
/// of which all sums are rounded one way, such as many equal numbers, do not keep to it.
enum class ErrorBound { Probabilistic, Strict };
const char* to_string(ErrorBound bound); // "probabilistic", "strict"

double rounding_error(std::int64_t roundings, ErrorBound bound);

/// What a caller asks of sums: errors relative to max |input| * sum |weights|.
struct Accuracy {
    double max_rel_error = 0; // 0: not stated
    ErrorBound bound = ErrorBound::Probabilistic;
};

/// Roundings on the longest way from a product to its sum, its own included, as a configuration splits K:
/// partial sums in lanes and chains, and blocks of KC steps.
std::int64_t roundings(const Problem& problem, const Config& config);

/// Bound on the error of a contraction's results, relative to max |a| * sum |b|; 0 for integers.
///
/// Magnitudes of plain sums are those of their terms. Those of minimal filtering are
/// |A^T| (|G| |g| |G^T| * |B^T| |d| |B|) |A|, element by element (Barabasz, Anderson, Soodhalter and Gregg,
/// arXiv 1803.10986, theorem 7): at most kappa^2 * max |d| * sum |g| with
/// kappa = max over outputs y and taps r of sum_i |A^T_yi| |G_ir| sum_j |B^T_ij|.
double error_bound(const Problem& problem, const Config& config, ErrorBound bound);

/// That of minimal filtering, where sums over channels take so many roundings.
double filter_error_bound(const MinimalFilter& filter, std::int64_t roundings, ErrorBound bound);

/// kappa: 4 for F(2, 3), 29.33 for F(4, 3).
double amplification(const MinimalFilter& filter);

} // namespace autoconfig
