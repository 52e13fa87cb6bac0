// The transforms are exact: in fractions, F(m, 3) of any data and filter is their correlation.
#include "autoconfig/model/minimal_filter.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using Vector = std::vector<Fraction>;
using Matrix = std::vector<Vector>;

Fraction scale(const Fraction& f, const Fraction& x) { return f * x; }

Vector apply(const Transform& transform, const Vector& x) {
    Vector result;
    for (int row = 0; row < static_cast<int>(transform.rows.size()); ++row)
        result.push_back(apply_row(transform, row, x, scale));
    return result;
}

Matrix transposed(const Matrix& matrix) {
    Matrix result(matrix[0].size(), Vector(matrix.size()));
    for (std::size_t i = 0; i < matrix.size(); ++i)
        for (std::size_t j = 0; j < matrix[i].size(); ++j) result[j][i] = matrix[i][j];
    return result;
}

/// transform * x * transform^T, as generators/winograd.cpp does it: along columns, then along rows.
Matrix both_ways(const Transform& transform, const Matrix& x) {
    Matrix columns;
    for (const Vector& column : transposed(x)) columns.push_back(apply(transform, column));
    Matrix result;
    for (const Vector& row : transposed(columns)) result.push_back(apply(transform, row));
    return result;
}

/// Whole numbers that repeat nowhere near.
Matrix numbers(int rows, int columns, int seed) {
    Matrix matrix;
    for (int i = 0; i < rows; ++i) {
        matrix.emplace_back();
        for (int j = 0; j < columns; ++j) matrix.back().push_back({(i * 37 + j * 101 + seed) % 61 - 30, 1});
    }
    return matrix;
}

class MinimalFilterOf : public ::testing::TestWithParam<int> {};

TEST_P(MinimalFilterOf, TwoDimensionsAreTheCorrelation) {
    const MinimalFilter& filter = minimal_filter(GetParam());
    const int alpha = filter.alpha();
    for (int seed : {0, 7, 29}) {
        const Matrix d = numbers(alpha, alpha, seed), g = numbers(3, 3, seed + 3);
        const Matrix V = both_ways(filter.data, d), U = both_ways(filter.filter, g);
        Matrix products(alpha, Vector(alpha));
        for (int i = 0; i < alpha; ++i)
            for (int j = 0; j < alpha; ++j) products[i][j] = V[i][j] * U[i][j];
        const Matrix out = both_ways(filter.inverse, products);
        for (int y = 0; y < filter.m; ++y)
            for (int x = 0; x < filter.m; ++x) {
                Fraction sum;
                for (int r = 0; r < 3; ++r)
                    for (int s = 0; s < 3; ++s) sum = sum + d[y + r][x + s] * g[r][s];
                EXPECT_EQ(sum.numerator, out[y][x].numerator);
                EXPECT_EQ(sum.denominator, out[y][x].denominator);
            }
    }
}

TEST_P(MinimalFilterOf, PartsAddUpToTheMatrix) {
    const MinimalFilter& filter = minimal_filter(GetParam());
    for (const Transform* transform : {&filter.data, &filter.filter, &filter.inverse})
        for (std::size_t row = 0; row < transform->rows.size(); ++row) {
            Vector sum(transform->rows[row].size());
            for (const RowPart& part : row_parts(*transform, static_cast<int>(row)))
                for (const auto& [column, coefficient] : part.terms)
                    sum[column] = sum[column] + part.factor * coefficient;
            EXPECT_TRUE(sum == transform->rows[row]);
        }
}

INSTANTIATE_TEST_SUITE_P(Sizes, MinimalFilterOf, ::testing::Values(2, 4));

/// Lavin and Gray, CVPR 2016, count 32 (data) and 24 (inverse) for F(2x2), 100 (inverse) for F(4x4); a
/// multiply-add counts once here, so that F(4x4) takes 144 for data instead of their 156.
TEST(MinimalFilter, OperationsOfATile) {
    EXPECT_EQ(32, minimal_filter(2).data_operations);
    EXPECT_EQ(24, minimal_filter(2).inverse_operations);
    EXPECT_EQ(144, minimal_filter(4).data_operations);
    EXPECT_EQ(100, minimal_filter(4).inverse_operations);
}

} // namespace
} // namespace autoconfig::testing
