// Minimal filtering: the transforms of Winograd's F(m, r) as exact fractions, and how they are applied.
// Nothing here knows Halide; the same code makes Halide expressions and, in tests, exact sums.
//
// F(m, r) makes m outputs of a filter of r taps with alpha = m + r - 1 products:
//   Y = A^T [(G g) * (B^T d)],   d: alpha inputs, g: r weights, * element by element
// (Winograd; matrices as in Lavin and Gray, CVPR 2016, section 4.1 and 4.3). In two dimensions each is
// applied along columns, then along rows.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

namespace autoconfig {

/// numerator / denominator, the denominator above 0, in lowest terms.
struct Fraction {
    std::int64_t numerator = 0, denominator = 1;

    bool operator==(const Fraction& other) const {
        return numerator == other.numerator && denominator == other.denominator;
    }
    double value() const { return static_cast<double>(numerator) / static_cast<double>(denominator); }
};
Fraction operator+(const Fraction& a, const Fraction& b);
Fraction operator-(const Fraction& a, const Fraction& b);
Fraction operator*(const Fraction& a, const Fraction& b);
Fraction operator/(const Fraction& a, const Fraction& b);

/// One of the matrices, and which of its columns go together: sums of a group that are equal up to a factor
/// in several rows are made once.
struct Transform {
    std::vector<std::vector<Fraction>> rows;
    std::vector<std::vector<int>> groups;
};

struct MinimalFilter {
    MinimalFilter(int m, int r, Transform data, Transform filter, Transform inverse);

    int m, r;
    Transform data, filter, inverse; // B^T: alpha x alpha. G: alpha x r. A^T: m x alpha
    /// operations() for one tile in two dimensions: data d to B^T d B, filter g to G g G^T, products P to
    /// A^T P A.
    int data_operations, filter_operations, inverse_operations;
    int alpha() const { return m + r - 1; }
};

/// F(m, 3); m is 2 or 4.
const MinimalFilter& minimal_filter(int m);

/// A part of a row: factor * (sum of coefficients * inputs), the smallest coefficient, or the first of
/// several of its size, being 1.
struct RowPart {
    Fraction factor;
    std::vector<std::pair<int, Fraction>> terms; // input, coefficient
};
/// The parts of a row that are not zero, those with a positive factor first.
std::vector<RowPart> row_parts(const Transform& transform, int row);

/// Instructions that make transform * x of vectors x, a multiply-add being one.
int operations(const Transform& transform);

namespace detail {

/// sum + coefficient * x; an undefined sum is none yet.
template<typename T, typename Scale>
void add(T& sum, bool& empty, const Fraction& coefficient, const T& x, const Scale& scale) {
    const Fraction size{std::abs(coefficient.numerator), coefficient.denominator};
    const T scaled = size == Fraction{1, 1} ? x : scale(size, x);
    if (empty)
        sum = coefficient.numerator < 0 ? scale(Fraction{-1, 1}, scaled) : scaled;
    else
        sum = coefficient.numerator < 0 ? sum - scaled : sum + scaled;
    empty = false;
}

} // namespace detail

/// One element of transform * x. `scale(f, x)` is f * x for the type of x.
template<typename T, typename Scale>
T apply_row(const Transform& transform, int row, const std::vector<T>& x, const Scale& scale) {
    T sum{};
    bool empty = true;
    for (const RowPart& part : row_parts(transform, row)) {
        T value{};
        bool none = true;
        for (const auto& [input, coefficient] : part.terms)
            detail::add(value, none, coefficient, x[input], scale);
        detail::add(sum, empty, part.factor, value, scale);
    }
    return sum;
}

} // namespace autoconfig
