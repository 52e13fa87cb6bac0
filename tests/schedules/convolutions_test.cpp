// Convolutions through the plugin, at odd sizes: halo, padding, strides, windows, groups and layouts, with
// every configuration of a few spaces.
#include "autoconfig/halide_compat.h"
#include "tests/schedules/run.h"
#include "tests/support/run_conv2d.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace autoconfig::testing {

void PrintTo(const Conv2dCase& c, std::ostream* out) { *out << c.name(); }

namespace {

Conv2dCase layer(int h, int w, int c, int k, int window, int stride, int pad) {
    Conv2dCase made;
    made.h = h, made.w = w, made.c = c, made.k = k;
    made.r = made.s = window;
    made.stride = stride, made.pad = pad;
    return made;
}

std::string wrong(const Conv2dCase& c, const Options& options) {
    Halide::Pipeline pipeline = compat::build_pipeline("conv2d", c.params(), target());
    autoschedule(pipeline, target(), options);
    if (c.panel == 0) return run_conv2d(pipeline, c, target());
    const auto packer = compat::build_pipeline("conv2d_pack", c.pack_params(), target());
    return run_conv2d(pipeline, c, target(), 0, packed_weights(packer, c, operands(c), target()));
}

class Convolutions : public ::testing::TestWithParam<Conv2dCase> {};

TEST_P(Convolutions, AreRight) { EXPECT_EQ(wrong(GetParam(), small_machine()), ""); }

std::vector<Conv2dCase> cases() {
    std::vector<Conv2dCase> all = {layer(17, 17, 37, 40, 3, 1, 1), layer(9, 35, 3, 24, 7, 2, 3),
                                   layer(7, 7, 48, 33, 1, 1, 0),   layer(14, 15, 20, 70, 1, 2, 0),
                                   layer(1, 1, 96, 4, 1, 1, 0),    layer(11, 13, 16, 16, 5, 1, 0)};
    all.push_back(layer(13, 13, 40, 40, 3, 1, 1)); // depthwise
    all.back().groups = 40;
    all.push_back(layer(10, 21, 18, 18, 5, 2, 2));
    all.back().groups = 18;
    all.push_back(layer(35, 35, 144, 144, 3, 2, 1));
    all.back().groups = 144;
    all.push_back(layer(8, 9, 12, 24, 3, 1, 1)); // grouped
    all.back().groups = 3;
    all.push_back(layer(9, 31, 5, 60, 3, 2, 1)); // 12 channels for each of the input's
    all.back().groups = 5;
    all.push_back(layer(10, 7, 18, 54, 3, 1, 1));
    all.back().groups = 3, all.back().nchw = true;
    all.push_back(layer(40, 3, 20, 33, 3, 2, 1)); // rows of tiles along y
    all.push_back(layer(37, 1, 48, 20, 1, 1, 0));
    all.push_back(layer(19, 18, 20, 17, 3, 1, 12));
    all.back().dilation = 12;
    for (int clip : {0, 4, 5}) { // 5 does not divide the columns
        all.push_back(layer(9, 12, 20, 33, 3, 1, 4));
        all.back().dilation = 4, all.back().clip = clip;
    }
    all.push_back(layer(12, 15, 10, 40, 5, 2, 4));
    all.back().clip = 2;
    all.push_back(layer(12, 20, 6, 9, 3, 2, 1));
    all.back().nchw = true;
    all.push_back(layer(9, 16, 7, 20, 3, 1, 1));
    all.back().n = 3, all.back().bias = all.back().residual = true, all.back().activation = "relu";
    all.push_back(layer(8, 8, 20, 32, 3, 1, 1));
    all.back().type = "u8i8i32", all.back().input_zero = 3;
    return all;
}

INSTANTIATE_TEST_SUITE_P(Cases, Convolutions, ::testing::ValuesIn(cases()),
                         [](const auto& info) { return "case" + std::to_string(info.index); });

/// One of each way to block rows, pack and share work, of a padded layer, a depthwise and a grouped one.
TEST(ConvolutionSpaces, EveryKindIsRight) {
    Conv2dCase padded = layer(9, 11, 5, 36, 3, 1, 1), depthwise = layer(9, 11, 36, 36, 3, 2, 1);
    depthwise.groups = 36;
    Conv2dCase grouped = layer(9, 11, 15, 60, 3, 1, 1);
    grouped.groups = 3;
    Conv2dCase narrow = layer(29, 2, 5, 36, 3, 1, 1), narrow_depthwise = layer(29, 3, 36, 36, 3, 1, 1);
    narrow_depthwise.groups = 36;
    for (const Conv2dCase& c : {padded, depthwise, grouped, narrow, narrow_depthwise}) {
        Halide::Pipeline pipeline = compat::build_pipeline("conv2d", c.params(), target());
        std::set<std::tuple<bool, bool, bool, bool, ParallelLoop>> seen;
        const Outcome outcome = analyse(pipeline, target(), small_machine());
        for (const Candidate& candidate : outcome.decisions.front().ranked) {
            const Config& config = candidate.config;
            const bool unseen = seen.insert({config.RB() > 1, config.jc_in_ir(), config.pack_a(),
                                             config.pack_b(), config.parallel})
                                    .second;
            if (!unseen) continue;
            Options options = small_machine();
            options.force = config.name();
            EXPECT_EQ(wrong(c, options), "") << c.name() << ": " << config.name();
        }
        EXPECT_GE(seen.size(), 4u);
    }
}

/// Two threads have half of the rows each, whatever their number is at run time, and a padded input in place.
TEST(ConvolutionSpaces, RowsAreSharedOutAtRunTime) {
    using namespace Halide;
    Var c("c"), x("x"), y("y");
    ImageParam in(Float(32), 3, "in"), weights(Float(32), 4, "weights");
    RDom r(0, 4, 0, 3, 0, 3, "r");
    Func sum("sum"), out("out");
    const Func zeros = BoundaryConditions::constant_exterior(
        in, 0.0f, {{Expr(), Expr()}, {0, in.dim(1).extent()}, {0, in.dim(2).extent()}});
    sum(c, x, y) += weights(c, r.x, r.y, r.z) * zeros(r.x, x + r.y - 1, y + r.z - 1);
    out(c, x, y) = max(sum(c, x, y), 0.0f);
    in.set_estimates({{0, 4}, {0, 96}, {0, 96}});
    weights.set_estimates({{0, 32}, {0, 4}, {0, 3}, {0, 3}});
    out.set_estimates({{0, 32}, {0, 96}, {0, 96}});
    Pipeline pipeline(out);
    Options options;
    options.machine = "x86-zen5";
    options.parallelism = 2;
    const Outcome analysed = analyse(pipeline, target(), options);
    for (const Candidate& candidate : analysed.decisions.front().ranked) {
        const Config& config = candidate.config;
        if (config.parallel != ParallelLoop::Rows || config.tasks != 2 || config.pack_a()) continue;
        options.force = config.name();
        break;
    }
    const Outcome outcome = autoschedule(pipeline, target(), options);
    EXPECT_NE(outcome.schedule_source.find(".dim(2).extent() + 1, 2) / 2"), std::string::npos);
    Buffer<float> filters(32, 4, 3, 3);
    filters.fill(1.0f);
    weights.set(filters);
    for (const auto& [width, height] : {std::pair(97, 61), {64, 1}, {70, 2}, {1, 3}, {65, 0}}) {
        Buffer<float> image(4, width, height), result(32, width, height);
        image.fill(1.0f);
        in.set(image);
        pipeline.realize(Realization({result}), target());
        const auto inside = [](int at, int size) { return std::min(at + 2, size) - std::max(at - 1, 0); };
        result.for_each_element([&](int channel, int column, int row) {
            EXPECT_EQ(result(channel, column, row), 4.0f * inside(column, width) * inside(row, height));
        });
    }
}

/// Weights in panels are read in place by tiles as wide, one panel a task or an equal share for each thread.
TEST(ConvolutionSpaces, PanelsOfPackedWeights) {
    Conv2dCase panels = layer(7, 9, 20, 96, 3, 1, 1);
    panels.panel = 16;
    Options options = small_machine();
    options.parallelism = 2;
    Halide::Pipeline pipeline = compat::build_pipeline("conv2d", panels.params(), target());
    std::set<int> tasks;
    const Outcome outcome = analyse(pipeline, target(), options);
    for (const Candidate& candidate : outcome.decisions.front().ranked) {
        const Config& config = candidate.config;
        EXPECT_EQ(config.NR(), 16) << config.name();
        EXPECT_FALSE(config.pack_b()) << config.name();
        if (config.parallel != ParallelLoop::Jc || !tasks.insert(config.tasks).second) continue;
        options.force = config.name();
        EXPECT_EQ(wrong(panels, options), "") << config.name();
    }
    EXPECT_EQ(tasks, std::set<int>{6});
}

/// Channels that do not fill the last panel: one panel, a vector shorter than those of the panel, several
/// panels. Weights are read in place, in panels of every size.
TEST(ConvolutionSpaces, PanelsThatAreFilledUp) {
    for (const auto& [channels, panel] : {std::pair(37, 48), std::pair(10, 16), std::pair(90, 48)}) {
        Conv2dCase filled = layer(7, 9, 20, channels, 3, 1, 1);
        filled.panel = panel, filled.bias = true, filled.activation = "relu";
        Options options;
        options.machine = "x86-avx512";
        options.parallelism = 2;
        Halide::Pipeline pipeline = compat::build_pipeline("conv2d", filled.params(), target());
        const Outcome outcome = analyse(pipeline, target(), options);
        for (const FuncChoice& choice : outcome.plan.fusion.choices) EXPECT_NE(choice.func, "filters");
        std::set<std::tuple<bool, ParallelLoop>> seen;
        for (const Candidate& candidate : outcome.decisions.front().ranked) {
            const Config& config = candidate.config;
            EXPECT_EQ(config.NR(), panel) << config.name();
            EXPECT_TRUE(config.fills_panels()) << config.name();
            if (!seen.insert({config.pack_a(), config.parallel}).second) continue;
            options.force = config.name();
            EXPECT_EQ(wrong(filled, options), "") << config.name();
        }
        EXPECT_GE(seen.size(), 2u);
    }
}

/// Of a layer of 300 channels, as it is and with its windows clipped for three pixels at a time.
class KInBlocks : public ::testing::TestWithParam<int> {};

TEST_P(KInBlocks, WhereRowsAreSeveralLoops) {
    Conv2dCase deep = layer(5, 6, 300, 36, 3, 1, 2);
    deep.n = 2, deep.dilation = 2, deep.bias = true, deep.clip = GetParam();
    Options options;
    options.machine = "x86-avx512";
    options.parallelism = 1;
    Halide::Pipeline pipeline = compat::build_pipeline("conv2d", deep.params(), target());
    std::set<bool> seen;
    const Outcome outcome = analyse(pipeline, target(), options);
    for (const Candidate& candidate : outcome.decisions.front().ranked) {
        const Config& config = candidate.config;
        if (!config.is<Blocked>() || !seen.insert(config.pack_b()).second) continue;
        options.force = config.name();
        EXPECT_EQ(wrong(deep, options), "") << config.name();
    }
    EXPECT_EQ(seen.size(), 2u);
}

INSTANTIATE_TEST_SUITE_P(Clip, KInBlocks, ::testing::Values(0, 3));

} // namespace
} // namespace autoconfig::testing
