// Zeros around the rows of an operand: which sums can leave them out, and how much that is.
#include "autoconfig/extract/extract.h"

#include "../cases.h"
#include "tests/support/vars.h"

#include <gtest/gtest.h>

#include <functional>
#include <ostream>
#include <vector>

namespace autoconfig::testing {

using namespace Halide;

namespace {

struct Layer {
    int height, taps, stride = 1, dilation = 1, pad = 1;

    int rows() const { return (height + 2 * pad - dilation * (taps - 1) - 1) / stride + 1; }
};

void PrintTo(const Layer& layer, std::ostream* out) {
    *out << layer.height << " rows, " << layer.taps << " taps, stride " << layer.stride << ", dilation "
         << layer.dilation << ", pad " << layer.pad;
}

using Padded = std::function<Func(const ImageParam&)>; // channels, pixels, rows
using Term = std::function<Expr(const Expr& input, const Expr& weight)>;

Func zeros_around(const ImageParam& in) { return BoundaryConditions::constant_exterior(in, 0.0f); }
Expr product(const Expr& input, const Expr& weight) { return input * weight; }

Problem problem_of(const Layer& layer, const Padded& padded = zeros_around, const Term& term = product) {
    constexpr int channels = 8, outputs = 16, pixels = 20;
    ImageParam in = input("in", {channels, pixels, layer.height});
    ImageParam weights = input("weights", {outputs, channels, layer.taps});
    RDom r(0, channels, 0, layer.taps, "r");
    const Func around = padded(in);
    Func conv("conv");
    conv(x, y, z) +=
        term(around(r.x, y, z * layer.stride + r.y * layer.dilation - layer.pad), weights(x, r.x, r.y));
    return extract(bounded(conv, {outputs, pixels, layer.rows()})).contractions.at(0);
}

/// Of all rows and taps those that read a row of the image.
double counted(const Layer& layer) {
    int inside = 0;
    for (int row = 0; row < layer.rows(); row++)
        for (int tap = 0; tap < layer.taps; tap++) {
            const int at = row * layer.stride + tap * layer.dilation - layer.pad;
            if (at >= 0 && at < layer.height) inside++;
        }
    return inside / static_cast<double>(layer.rows() * layer.taps);
}

class PaddedRows : public ::testing::TestWithParam<Layer> {};

TEST_P(PaddedRows, StepsThatAreLeftAreCounted) {
    const Problem problem = problem_of(GetParam());
    ASSERT_TRUE(problem.padded);
    EXPECT_FALSE(problem.clips());
    const Problem without = in_way(problem, {-1, true});
    EXPECT_DOUBLE_EQ(without.kept(), counted(GetParam()));
    EXPECT_FALSE(in_way(without, problem.way).clips());
}

/// As many zeros beside twice as many rows.
TEST_P(PaddedRows, AreThoseOfOtherSizes) {
    Layer larger = GetParam();
    const Problem without = in_way(problem_of(larger), {-1, true});
    const int rows = larger.rows();
    while (larger.rows() < 2 * rows) larger.height++;
    if ((larger.height - GetParam().height) % larger.stride != 0) return;
    std::vector<std::int64_t> extents;
    for (const Loop& loop : without.loops) extents.push_back(loop.extent);
    extents[without.padded->rows] = larger.rows();
    EXPECT_DOUBLE_EQ(resized(without, extents).kept(), counted(larger));
}

INSTANTIATE_TEST_SUITE_P(Layers, PaddedRows,
                         ::testing::Values(Layer{9, 3}, Layer{1, 3}, Layer{2, 3}, Layer{14, 5, 1, 1, 2},
                                           Layer{15, 3, 2}, Layer{21, 7, 2, 1, 3}, Layer{33, 3, 1, 12, 12},
                                           Layer{13, 3, 1, 2, 2}),
                         [](const auto& info) { return "layer" + std::to_string(info.index); });

TEST(PaddedRows, ByHand) {
    const auto by_select = [](const ImageParam& in) {
        Func padded("padded");
        const Expr inside = y >= 0 && y < in.dim(2).extent();
        padded(x, z, y) = select(inside, in(x, z, clamp(y, 0, in.dim(2).extent() - 1)), 0.0f);
        return padded;
    };
    const Problem problem = problem_of({9, 3}, by_select);
    ASSERT_TRUE(problem.padded);
    EXPECT_EQ(problem.padded->before, 1);
    EXPECT_EQ(problem.padded->after, 1);
}

TEST(PaddedRows, AreNoneWhereSomethingIsAdded) {
    const Layer layer{9, 3};
    const auto edges = [](const ImageParam& in) { return BoundaryConditions::repeat_edge(in); };
    const auto ones = [](const ImageParam& in) { return BoundaryConditions::constant_exterior(in, 1.0f); };
    EXPECT_FALSE(problem_of(layer, edges).padded);
    EXPECT_FALSE(problem_of(layer, ones).padded);
    const auto less_one = [](const Expr& in, const Expr& weight) { return (in - 1.0f) * weight; };
    EXPECT_FALSE(problem_of(layer, zeros_around, less_one).padded);
    EXPECT_FALSE(problem_of({9, 3, 1, 1, 0}).padded); // within the image
}

} // namespace
} // namespace autoconfig::testing
