// Winograd's convolution, scheduled by AutoConfig: right at sizes around tile edges, with every configuration
// of its space, and at sizes known only at run time.
#include "generators/winograd.h"
#include "tests/schedules/run.h"
#include "tests/support/golden.h"
#include "tests/support/run_conv2d.h"
#include "tests/support/targets.h"

#include <regex>

namespace autoconfig::testing {
namespace {

using Halide::Expr;
using Halide::Func;
using Halide::ImageParam;
using Halide::Var;

/// Twice what F(2x2, 3x3) and F(4x4, 3x3) were seen to lose of sum |input||weights| here.
constexpr double error_f2 = 2e-6, error_f4 = 1e-5;

void state(Halide::OutputImageParam port, const std::vector<int>& sizes, bool bound) {
    int stride = 1;
    for (int d = 0; d < static_cast<int>(sizes.size()); ++d) {
        if (bound) port.dim(d).set_bounds(0, sizes[d]).set_stride(stride);
        port.dim(d).set_estimate(0, sizes[d]);
        stride *= sizes[d];
    }
}

/// The layer of a case, with `m` x `m` output tiles and panels of `panel` channels.
Halide::Pipeline layer(const Conv2dCase& c, int m, int panel, bool bound = true) {
    ImageParam input(Halide::Float(32), 4, "input"), weights(Halide::Float(32), 4, "weights"),
        bias(Halide::Float(32), 1, "bias");
    Var k("k"), x("x"), y("y"), n("n");
    const auto size = [&](int fixed, const Expr& at_run_time) { return bound ? Expr(fixed) : at_run_time; };
    const WinogradForm form{m, panel};
    const WinogradSizes sizes{size(c.w, input.dim(1).extent()), size(c.h, input.dim(2).extent()),
                              size(c.c, input.dim(0).extent()), c.pad};
    const Func sum =
        winograd(input, winograd_pack(weights, size(c.k, weights.dim(0).extent()), form), sizes, form);
    Func output("output");
    output(k, x, y, n) = c.bias ? Halide::max(sum(k, x, y, n) + bias(k), 0.0f) : Expr(sum(k, x, y, n));
    state(input, c.input_sizes(), bound);
    state(weights, c.weight_sizes(), bound);
    if (c.bias) state(bias, {c.k}, bound);
    state(output.output_buffer(), c.output_sizes(), bound);
    return Halide::Pipeline(output);
}

Conv2dCase square(int size, int c, int k, int pad, int n = 1) {
    Conv2dCase result;
    result.n = n, result.h = result.w = size, result.c = c, result.k = k, result.pad = pad;
    result.r = result.s = 3;
    return result;
}

/// Empty when the layer, scheduled, is right.
std::string difference(const Conv2dCase& c, int m, int panel, const Options& options, bool bound = true) {
    Halide::Pipeline pipeline = layer(c, m, panel, bound);
    const Outcome outcome = autoschedule(pipeline, target(), options);
    const Config& config = outcome.decisions.front().winner().config;
    if (!config.is<Winograd>()) return c.name() + ": not recognised";
    const std::string wrong = run_conv2d(pipeline, c, target(), m == 2 ? error_f2 : error_f4);
    return wrong.empty() ? "" : "F" + std::to_string(m) + " " + config.name() + ": " + wrong;
}

Options threads(int count) {
    Options options;
    options.parallelism = count;
    return options;
}

TEST(Winograd, RightAroundTileEdges) {
    for (int size : {5, 14, 35}) EXPECT_EQ("", difference(square(size, 3, 37, 1), 4, 32, threads(1)));
    for (int size : {7, 13, 17}) EXPECT_EQ("", difference(square(size, 3, 37, 1), 2, 32, threads(1)));
}

TEST(Winograd, RightWithAnyChannels) {
    EXPECT_EQ("", difference(square(9, 37, 5, 1), 4, 16, threads(2)));
    EXPECT_EQ("", difference(square(9, 37, 64, 0), 4, 32, threads(2)));
    EXPECT_EQ("", difference(square(9, 16, 48, 0), 2, 48, threads(1)));
    EXPECT_EQ("", difference(square(9, 1, 1, 1), 2, 16, threads(1)));
    const int widest = target().has_feature(Halide::Target::AVX512) ? 64 : 32; // that registers hold
    EXPECT_EQ("", difference(square(3, 64, 64, 0), 4, widest, threads(2)));
}

TEST(Winograd, RightWithBiasActivationAndImages) {
    Conv2dCase c = square(10, 8, 32, 1, 3);
    c.w = 15;
    c.bias = true;
    c.activation = "relu";
    EXPECT_EQ("", difference(c, 4, 32, threads(1)));
    EXPECT_EQ("", difference(c, 2, 16, threads(2)));
}

TEST(Winograd, EveryThirdConfigurationIsRight) {
    const Conv2dCase c = square(15, 8, 64, 1);
    Halide::Pipeline pipeline = layer(c, 2, 32);
    const Outcome outcome = analyse(pipeline, target(), threads(2));
    ASSERT_EQ(1u, outcome.decisions.size());
    const std::vector<Candidate>& ranked = outcome.decisions[0].ranked;
    for (std::size_t i = 0; i < ranked.size(); i += 3) {
        Options options = threads(2);
        options.force = ranked[i].config.name();
        EXPECT_EQ("", difference(c, 2, 32, options));
    }
}

TEST(Winograd, RightAtSizesOfRunTime) {
    const Conv2dCase small = square(6, 3, 5, 1), large = square(21, 37, 64, 1, 2);
    for (int m : {2}) {
        Halide::Pipeline pipeline = layer(square(14, 16, 32, 1), m, 32, false);
        ASSERT_TRUE(
            autoschedule(pipeline, target(), threads(2)).decisions.front().winner().config.is<Winograd>());
        for (const Conv2dCase& c : {small, large})
            EXPECT_EQ("", run_conv2d(pipeline, c, target(), m == 2 ? error_f2 : error_f4));
    }
}

TEST(Winograd, GoldenSchedule) {
    Halide::Pipeline pipeline = layer(square(56, 64, 64, 1), 4, 32);
    const Outcome outcome = autoschedule(pipeline, avx512_target, threads(2));
    EXPECT_TRUE(testing_support::matches_golden("schedules/golden/winograd.txt",
                                                "// " + outcome.decisions[0].winner().config.name() + "\n" +
                                                    without_suffixes(outcome.schedule_source)));
}

} // namespace
} // namespace autoconfig::testing
