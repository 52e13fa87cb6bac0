// What a layer's report says of its rounding holds for the schedule that is built, whatever the data.
#include "autoconfig/cli/conv2d.h"
#include "autoconfig/cli/kernel.h"
#include "autoconfig/error.h"
#include "autoconfig/halide_compat.h"
#include "tests/support/buffers.h"
#include "tests/support/targets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace autoconfig::testing {
namespace {

constexpr int channels = 100000, filters = 17;

cli::Conv2dOptions pointwise(double budget, const std::string& bound) {
    cli::Conv2dOptions options;
    options.h = options.w = 2;
    options.c = channels;
    options.k = filters;
    options.r = options.s = 1;
    options.max_rel_error = budget;
    options.error_bound = bound;
    return options;
}

cli::Scheduled scheduled(const cli::Conv2dOptions& options) {
    Options how;
    how.machine = "x86-avx2";
    return cli::analyse(cli::conv2d_spec(options), avx2_target, how);
}

/// Largest error of the layer, relative to max |input| * sum |weights|, all weights 1.
double measured(const cli::Conv2dOptions& options, const std::function<float(int)>& input) {
    Options how;
    how.machine = "x86-avx2";
    const cli::KernelSpec spec = cli::conv2d_spec(options)(machine_for(avx2_target, how));
    const Halide::Target jit = avx2_target.with_feature(Halide::Target::JIT);
    Halide::Pipeline pipeline = compat::build_pipeline(spec.generator, spec.params, jit);
    cli::autoconfig_scheduler(how)(pipeline, jit, spec.accuracy);
    Halide::Buffer<float> in(channels, 2, 2, 1), weights(filters, channels, 1, 1), out(filters, 2, 2, 1);
    in.for_each_element([&](int c, int x, int y, int n) { in(c, x, y, n) = input(c + 7 * x + 13 * y); });
    weights.fill(1);
    auto inputs = inputs_of(pipeline);
    inputs.at("input").set_buffer(in);
    inputs.at("weights").set_buffer(weights);
    pipeline.realize(out, jit);
    double most = 0, largest = 0;
    out.for_each_element([&](int k, int x, int y, int n) {
        double exact = 0;
        for (int c = 0; c < channels; ++c) {
            exact += in(c, x, y, n);
            largest = std::max(largest, std::abs(double(in(c, x, y, n))));
        }
        most = std::max(most, std::abs(out(k, x, y, n) - exact));
    });
    return most / (largest * channels);
}

TEST(ErrorBound, StrictOneHoldsForAnyData) {
    const cli::Conv2dOptions options = pointwise(1e-3, "strict");
    const double bound = scheduled(options).spec.algorithm->winner().max_rel_error;
    EXPECT_LE(bound, 1e-3);
    EXPECT_LT(measured(options, [](int) { return 0.1f; }), bound);
    EXPECT_LT(measured(options, [](int c) { return static_cast<float>((c * 37) % 101) / 101.0f; }), bound);
    EXPECT_LT(measured(options, [](int c) { return c % 1000 == 0 ? 1e6f : 1e-3f; }), bound);
}

TEST(ErrorBound, StrictOneSplitsSumsThatAreTooLong) {
    cli::Conv2dOptions any = pointwise(1, "strict"), within = pointwise(1e-3, "strict");
    any.h = any.w = within.h = within.w = 1; // the fastest one adds all channels in order
    const cli::Scheduled loose = scheduled(any), tight = scheduled(within);
    const Config& whole = loose.outcome->decisions.front().winner().config;
    const Config& split = tight.outcome->decisions.front().winner().config;
    EXPECT_NE(whole.name(), split.name());
    const Problem& problem = tight.outcome->decisions.front().problem;
    EXPECT_GT(error_bound(problem, whole, ErrorBound::Strict), 1e-3);
    EXPECT_LE(error_bound(problem, split, ErrorBound::Strict), 1e-3);
}

TEST(ErrorBound, OneThatNoConfigurationKeepsIsSaid) {
    try {
        scheduled(pointwise(1e-7, "strict"));
        ADD_FAILURE() << "accepted";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), ::testing::HasSubstr("direct strict error bound"));
        EXPECT_THAT(error.what(), ::testing::HasSubstr("exceeds --max-rel-error 1e-07"));
    }
}

} // namespace
} // namespace autoconfig::testing
