// Error bounds: their constants, and that they hold.
#include "autoconfig/model/rounding.h"

#include "tests/support/problems.h"

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

enum class Data { Uniform, Equal, OneSign, LargeAndSmall };

class Draw {
public:
    explicit Draw(Data data) : data_(data) {}
    float operator()() {
        const float any = uniform_(random_);
        if (data_ == Data::Equal) return 0.1f;
        if (data_ == Data::OneSign) return std::abs(any);
        if (data_ == Data::LargeAndSmall) return count_++ % 97 == 0 ? 1.0f : any * 1e-4f;
        return any;
    }

private:
    Data data_;
    int count_ = 0;
    std::mt19937 random_{1};
    std::uniform_real_distribution<float> uniform_{-1, 1};
};

/// Largest error of one tile's outputs, relative to max |input| * sum |weights|.
double measured(const MinimalFilter& filter, int channels, Draw& draw) {
    const auto matrix = [&](int size) {
        Matrix all(size, std::vector<float>(size));
        for (auto& row : all)
            for (float& element : row) element = draw();
        return all;
    };
    const int alpha = filter.alpha(), m = filter.m;
    Matrix products(alpha, std::vector<float>(alpha));
    std::vector<std::vector<double>> exact(m, std::vector<double>(m));
    double weights = 0, largest = 0;
    for (int c = 0; c < channels; ++c) {
        const Matrix d = matrix(alpha), g = matrix(3);
        const Matrix V = both_ways(filter.data, d), U = both_ways(filter.filter, g);
        for (const auto& row : d)
            for (const float element : row) largest = std::max(largest, std::abs(double(element)));
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
        for (int x = 0; x < m; ++x) most = std::max(most, std::abs(out[y][x] - exact[y][x]));
    return most / (weights * largest);
}

TEST(Rounding, AmplificationByHand) {
    // F(2, 3), output 1, tap 2: |1| * 1/2 * 2 + |-1| * 1/2 * 2 + |1| * 1 * 2.
    EXPECT_DOUBLE_EQ(4, amplification(minimal_filter(2)));
    // F(4, 3), output 3, tap 2: 1/6 * 10 + 1/6 * 10 + 8/6 * 6 + 8/6 * 6 + 1 * 10.
    EXPECT_NEAR(29 + 1.0 / 3, amplification(minimal_filter(4)), 1e-12);
}

TEST(Rounding, MeasuredErrorsOfUniformDataKeepTheProbabilisticBound) {
    Draw draw(Data::Uniform);
    for (int m : {2, 4})
        for (int channels : {1, 3, 37, 512})
            for (int repeat = 0; repeat < 20; ++repeat)
                EXPECT_LT(measured(minimal_filter(m), channels, draw),
                          filter_error_bound(minimal_filter(m), 1 + channels, ErrorBound::Probabilistic));
}

TEST(Rounding, MeasuredErrorsOfAnyDataKeepTheStrictBound) {
    for (const Data data : {Data::Uniform, Data::Equal, Data::OneSign, Data::LargeAndSmall}) {
        Draw draw(data);
        for (int m : {2, 4})
            for (int channels : {1, 3, 37, 512, 20000})
                EXPECT_LT(measured(minimal_filter(m), channels, draw),
                          filter_error_bound(minimal_filter(m), 1 + channels, ErrorBound::Strict));
    }
}

TEST(Rounding, EqualNumbersKeepTheStrictBoundAlone) {
    float sum = 0;
    constexpr int count = 1000000;
    for (int i = 0; i < count; ++i) sum += 0.1f;
    const double error = std::abs(sum / (count * double(0.1f)) - 1);
    EXPECT_GT(error, rounding_error(count, ErrorBound::Probabilistic));
    EXPECT_LT(error, rounding_error(count, ErrorBound::Strict));
}

TEST(Rounding, PastWhatSinglePrecisionHoldsThereIsNoStrictBound) {
    EXPECT_TRUE(std::isinf(rounding_error(std::int64_t(1) << 24, ErrorBound::Strict)));
}

TEST(Rounding, CountsTheLongestWayOfEachSplitOfK) {
    const Problem problem = problem_of({64, 64, 1000});
    Config config;
    config.lanes = 16;
    EXPECT_EQ(roundings(problem, config), 1 + 1000);
    RegisterTile chains;
    chains.chains = 4;
    EXPECT_EQ(roundings(problem, config.with(chains)), 1 + 250 + 3);
    AlongK along_k;
    along_k.chains = 2;
    EXPECT_EQ(roundings(problem, config.with(along_k)), 1 + 32 + 15 + 1); // 63 steps a lane
    Blocked blocked;
    blocked.KC = 96;
    EXPECT_EQ(roundings(problem, config.with(blocked)), 1 + 96 + 11);
}

TEST(Rounding, BoundsOfTheNetworks) {
    constexpr ErrorBound bound = ErrorBound::Probabilistic;
    EXPECT_LT(filter_error_bound(minimal_filter(2), 512, bound), 2e-4);
    EXPECT_LT(filter_error_bound(minimal_filter(4), 512, bound), 1e-2);
    EXPECT_GT(filter_error_bound(minimal_filter(4), 64, bound), 1e-3);
    EXPECT_LT(rounding_error(512 * 9, bound), filter_error_bound(minimal_filter(2), 512, bound));
}

} // namespace
} // namespace autoconfig::testing
