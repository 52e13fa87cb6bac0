// Error bounds: their constants, and that they hold.
#include "autoconfig/model/rounding.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace autoconfig::testing {
namespace {

float scaled(const Fraction& factor, float x) { return static_cast<float>(factor.value()) * x; }

using Matrix = std::vector<std::vector<float>>;

/// transform * x * transform^T in single precision.
Matrix both_ways(const Transform& transform, const Matrix& x) {
    const auto rows = [&](const Matrix& in) { // of the transposed product
        Matrix out(transform.rows.size(), std::vector<float>(in.size()));
        for (std::size_t i = 0; i < in.size(); ++i)
            for (std::size_t row = 0; row < transform.rows.size(); ++row)
                out[row][i] = apply_row(transform, static_cast<int>(row), in[i], scaled);
        return out;
    };
    return rows(rows(x));
}

/// Largest error of one tile's outputs, relative to max |input| * sum |weights|.
double measured(const MinimalFilter& filter, int channels, std::mt19937& random) {
    std::uniform_real_distribution<float> uniform(-1, 1);
    const auto draw = [&](int size) {
        Matrix matrix(size, std::vector<float>(size));
        for (auto& row : matrix)
            for (float& element : row) element = uniform(random);
        return matrix;
    };
    const int alpha = filter.alpha(), m = filter.m;
    Matrix products(alpha, std::vector<float>(alpha));
    std::vector<std::vector<double>> exact(m, std::vector<double>(m));
    double weights = 0;
    for (int c = 0; c < channels; ++c) {
        const Matrix d = draw(alpha), g = draw(3);
        const Matrix V = both_ways(filter.data, d), U = both_ways(filter.filter, g);
        for (int i = 0; i < alpha; ++i)
            for (int j = 0; j < alpha; ++j) products[i][j] += V[i][j] * U[i][j];
        for (int r = 0; r < 3; ++r)
            for (int s = 0; s < 3; ++s) {
                weights += std::abs(g[r][s]);
                for (int y = 0; y < m; ++y)
                    for (int x = 0; x < m; ++x) exact[y][x] += double(d[y + r][x + s]) * g[r][s];
            }
    }
    const Matrix out = both_ways(filter.inverse, products);
    double most = 0;
    for (int y = 0; y < m; ++y)
        for (int x = 0; x < m; ++x) most = std::max(most, std::abs(out[y][x] - exact[y][x]) / weights);
    return most;
}

TEST(Rounding, AmplificationByHand) {
    // F(2, 3), output 1, tap 2: |1| * 1/2 * 2 + |-1| * 1/2 * 2 + |1| * 1 * 2.
    EXPECT_DOUBLE_EQ(4, amplification(minimal_filter(2)));
    // F(4, 3), output 3, tap 2: 1/6 * 10 + 1/6 * 10 + 8/6 * 6 + 8/6 * 6 + 1 * 10.
    EXPECT_NEAR(29 + 1.0 / 3, amplification(minimal_filter(4)), 1e-12);
}

TEST(Rounding, MeasuredErrorsKeepTheBound) {
    std::mt19937 random(1);
    for (int m : {2, 4})
        for (int channels : {1, 3, 37, 512})
            for (int repeat = 0; repeat < 20; ++repeat)
                EXPECT_LT(measured(minimal_filter(m), channels, random),
                          filter_error_bound(minimal_filter(m), channels));
}

TEST(Rounding, BoundsOfTheNetworks) {
    EXPECT_LT(filter_error_bound(minimal_filter(2), 512), 2e-4);
    EXPECT_LT(filter_error_bound(minimal_filter(4), 512), 1e-2);
    EXPECT_GT(filter_error_bound(minimal_filter(4), 64), 1e-3);
    EXPECT_LT(direct_error_bound(512, 9), filter_error_bound(minimal_filter(2), 512));
}

} // namespace
} // namespace autoconfig::testing
