// The matrices of F(2, 3) and F(4, 3).
#include "autoconfig/model/minimal_filter.h"

#include <algorithm>
#include <numeric>

namespace autoconfig {

namespace {

using Rows = std::vector<std::vector<Fraction>>;

Fraction reduced(std::int64_t numerator, std::int64_t denominator) {
    const std::int64_t common = std::gcd(numerator, denominator) * (denominator < 0 ? -1 : 1);
    return {numerator / common, denominator / common};
}

/// Rows of whole numbers, all divided by one.
Rows over(std::int64_t divisor, const std::vector<std::vector<std::int64_t>>& whole) {
    Rows rows;
    for (const auto& row : whole) {
        rows.emplace_back();
        for (std::int64_t number : row) rows.back().push_back(reduced(number, divisor));
    }
    return rows;
}

/// Even columns and odd columns: rows of the points x and -x differ in the sign of the odd ones.
std::vector<std::vector<int>> by_parity(int columns) {
    std::vector<std::vector<int>> groups(2);
    for (int column = 0; column < columns; ++column) groups[column % 2].push_back(column);
    return groups;
}

/// Columns of the points x and -x side by side: 0; 1, 2; 3, 4; ...; infinity.
std::vector<std::vector<int>> by_point(int columns) {
    std::vector<std::vector<int>> groups = {{0}};
    for (int column = 1; column + 1 < columns; column += 2) groups.push_back({column, column + 1});
    groups.push_back({columns - 1});
    return groups;
}

MinimalFilter with_groups(int m, Rows data, Rows filter, Rows inverse) {
    const int alpha = m + 2;
    return {m,
            3,
            {std::move(data), by_parity(alpha)},
            {std::move(filter), by_parity(3)},
            {std::move(inverse), by_point(alpha)}};
}

/// Points 0, 1, -1, infinity.
const MinimalFilter f2 = with_groups(2,
                                     over(1, {{1, 0, -1, 0}, //
                                              {0, 1, 1, 0},
                                              {0, -1, 1, 0},
                                              {0, -1, 0, 1}}),
                                     over(2, {{2, 0, 0}, //
                                              {1, 1, 1},
                                              {1, -1, 1},
                                              {0, 0, 2}}),
                                     over(1, {{1, 1, 1, 0}, //
                                              {0, 1, -1, 1}}));

/// Points 0, 1, -1, 2, -2, infinity.
const MinimalFilter f4 = with_groups(4,
                                     over(1, {{4, 0, -5, 0, 1, 0},
                                              {0, -4, -4, 1, 1, 0},
                                              {0, 4, -4, -1, 1, 0},
                                              {0, -2, -1, 2, 1, 0},
                                              {0, 2, -1, -2, 1, 0},
                                              {0, 4, 0, -5, 0, 1}}),
                                     over(24, {{6, 0, 0}, //
                                               {-4, -4, -4},
                                               {-4, 4, -4},
                                               {1, 2, 4},
                                               {1, -2, 4},
                                               {0, 0, 24}}),
                                     over(1, {{1, 1, 1, 1, 1, 0}, //
                                              {0, 1, -1, 2, -2, 0},
                                              {0, 1, 1, 4, 4, 0},
                                              {0, 1, -1, 8, -8, 1}}));

} // namespace

Fraction operator+(const Fraction& a, const Fraction& b) {
    return reduced(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
}
Fraction operator-(const Fraction& a, const Fraction& b) {
    return reduced(a.numerator * b.denominator - b.numerator * a.denominator, a.denominator * b.denominator);
}
Fraction operator*(const Fraction& a, const Fraction& b) {
    return reduced(a.numerator * b.numerator, a.denominator * b.denominator);
}
Fraction operator/(const Fraction& a, const Fraction& b) {
    return reduced(a.numerator * b.denominator, a.denominator * b.numerator);
}

const MinimalFilter& minimal_filter(int m) { return m == 2 ? f2 : f4; }

std::vector<RowPart> row_parts(const Transform& transform, int row) {
    std::vector<RowPart> parts;
    for (const std::vector<int>& columns : transform.groups) {
        RowPart part;
        for (int column : columns)
            if (const Fraction& number = transform.rows[row][column]; number.numerator != 0)
                part.terms.emplace_back(column, number);
        if (part.terms.empty()) continue;
        const auto smallest =
            std::min_element(part.terms.begin(), part.terms.end(), [](const auto& one, const auto& other) {
                return std::abs(one.second.value()) < std::abs(other.second.value());
            });
        part.factor = smallest->second;
        for (auto& [column, coefficient] : part.terms) coefficient = coefficient / part.factor;
        parts.push_back(part);
    }
    std::stable_partition(parts.begin(), parts.end(),
                          [](const RowPart& part) { return part.factor.numerator > 0; });
    return parts;
}

int operations(const Transform& transform) {
    int count = 0;
    std::vector<std::vector<std::pair<int, Fraction>>> sums; // of parts, each made once
    for (int row = 0; row < static_cast<int>(transform.rows.size()); ++row) {
        const std::vector<RowPart> parts = row_parts(transform, row);
        for (const RowPart& part : parts)
            if (std::find(sums.begin(), sums.end(), part.terms) == sums.end()) {
                sums.push_back(part.terms);
                count += static_cast<int>(part.terms.size()) - 1;
            }
        const bool multiplied = std::none_of(parts.begin(), parts.end(), [](const RowPart& part) {
            return std::abs(part.factor.numerator) == 1 && part.factor.denominator == 1;
        });
        count += static_cast<int>(parts.size()) - 1 + multiplied;
    }
    return count;
}

MinimalFilter::MinimalFilter(int m, int r, Transform data, Transform filter, Transform inverse)
    : m(m), r(r), data(std::move(data)), filter(std::move(filter)), inverse(std::move(inverse)),
      data_operations(2 * alpha() * operations(this->data)),
      filter_operations((r + alpha()) * operations(this->filter)),
      inverse_operations((alpha() + m) * operations(this->inverse)) {}

} // namespace autoconfig
