// Which algorithm is chosen, by name: layers of real networks on machines, refusals and forced choices.
// Nothing is run or timed.
#include "autoconfig/decide/algorithm.h"
#include "autoconfig/error.h"
#include "tests/support/golden.h"
#include "tests/support/machines.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace autoconfig::testing {
namespace {

using ::testing::HasSubstr;

struct NamedLayer {
    Convolution layer;
    const char* source;
};

Convolution layer(std::int64_t size, std::int64_t c, std::int64_t k, std::int64_t window = 3,
                  std::int64_t stride = 1, std::int64_t groups = 1) {
    Convolution result;
    result.h = result.w = size;
    result.c = c, result.k = k;
    result.r = result.s = window;
    result.stride = stride, result.pad = window / 2, result.groups = groups;
    result.packed_weights = true;
    return result;
}

Convolution dilated(Convolution layer, std::int64_t dilation) {
    layer.pad = layer.dilation = dilation;
    return layer;
}

const std::vector<NamedLayer>& layers() {
    static const std::vector<NamedLayer> layers = {
        {layer(56, 64, 64), "ResNet-50"},
        {layer(28, 128, 128), "ResNet-50"},
        {layer(14, 256, 256), "ResNet-50"},
        {layer(7, 512, 512), "ResNet-50"},
        {layer(224, 3, 64), "VGG16"},
        {layer(28, 512, 512), "VGG16"},
        {layer(56, 64, 256, 1), "ResNet-50 pointwise"},
        {layer(224, 3, 64, 7, 2), "ResNet-50 first"},
        {layer(56, 144, 144, 3, 1, 144), "MobileNetV2 depthwise"},
        {layer(112, 96, 96, 3, 2, 96), "MobileNetV2 depthwise"},
        {layer(7, 960, 960, 3, 1, 960), "MobileNetV2 depthwise"},
        {layer(56, 128, 128, 3, 1, 32), "ResNeXt-50 grouped"},
        {layer(14, 512, 512, 3, 1, 32), "ResNeXt-50 grouped"},
        {dilated(layer(33, 2048, 256), 12), "DeepLabV3"},
        {layer(17, 37, 144), "odd"},
        {layer(35, 144, 37, 1), "odd"},
        {layer(8, 64, 10, 1), "odd"},
        {layer(28, 60, 60, 3, 1, 5), "odd groups"},
    };
    return layers;
}

AlgorithmDecision decide_within(const Convolution& convolution, double budget,
                                const char* name = "x86-sapphirerapids") {
    AlgorithmRequest request;
    request.accuracy.max_rel_error = budget;
    return decide_algorithm(convolution, machine_with_cores(name, 1), request);
}

std::string refusal_of(const AlgorithmDecision& decision, const char* algorithm) {
    for (const Refusal& refusal : decision.refused)
        if (refusal.what == algorithm) return refusal.reason;
    return "";
}

TEST(Algorithms, ByName) {
    std::string table = "# layer, then machine and threads, without a budget, and within 1e-2\n";
    for (const NamedLayer& named : layers()) {
        const Convolution& l = named.layer;
        table += fmt::format("{}x{} {}->{} {}x{} stride{} groups{}   {}\n", l.h, l.w, l.c, l.k, l.r, l.s,
                             l.stride, l.groups, named.source);
        for (const char* name : {"x86-avx2", "x86-avx512", "x86-sapphirerapids", "arm-neon"}) {
            table += fmt::format("  {:20}", name);
            for (double budget : {0.0, 1e-2}) {
                const AlgorithmCandidate winner = decide_within(l, budget, name).winner();
                table += fmt::format("  {} {}", to_string(winner.algorithm), winner.config.name());
            }
            table += "\n";
        }
    }
    EXPECT_TRUE(testing_support::matches_golden("decide/golden/algorithms.txt", table));
}

TEST(Algorithms, RefusalsSayWhy) {
    Convolution strided = layer(56, 128, 128, 3, 2);
    EXPECT_EQ("stride 2: F(2x2, 3x3) needs stride 1", refusal_of(decide_within(strided, 1e-2), "winograd2"));
    EXPECT_EQ("stride 2: F(4x4, 3x3) needs stride 1", refusal_of(decide_within(strided, 1e-2), "winograd4"));
    Convolution wide = layer(56, 64, 64, 5);
    EXPECT_EQ("window 5x5: F(2x2, 3x3) needs 3x3", refusal_of(decide_within(wide, 0), "winograd2"));
    EXPECT_THAT(refusal_of(decide_within(layer(56, 64, 64), 0), "winograd4"), HasSubstr("state a budget"));
    EXPECT_THAT(refusal_of(decide_within(layer(56, 64, 64), 1e-4), "winograd4"),
                HasSubstr("exceeds --max-rel-error 0.0001"));
    Convolution integers = layer(56, 64, 64);
    integers.accumulator = {ScalarType::Kind::Int, 32};
    EXPECT_EQ("integer sums: F(2x2, 3x3) divides", refusal_of(decide_within(integers, 0), "winograd2"));
    EXPECT_EQ(0, decide_within(integers, 0).winner().max_rel_error);
}

TEST(Algorithms, ForcedChoiceComesFirstOrIsAnError) {
    AlgorithmRequest request;
    request.forced = Algorithm::Im2col;
    const Machine one = avx512();
    EXPECT_EQ(Algorithm::Im2col, decide_algorithm(layer(14, 16, 16), one, request).winner().algorithm);
    request.forced = Algorithm::Winograd2;
    EXPECT_THROW(decide_algorithm(layer(56, 128, 128, 3, 2), one, request), Error);
}

TEST(Algorithms, DirectAppliesToEveryLayoutAndWinogradToNhwc) {
    for (std::int64_t groups : {1, 4, 32}) {
        Convolution nchw = layer(14, 32, 32, 3, 1, groups);
        nchw.channels_innermost = false;
        nchw.packed_weights = false;
        const AlgorithmDecision decision = decide_within(nchw, 0);
        EXPECT_EQ(refusal_of(decision, "direct"), "") << groups;
        EXPECT_NE(refusal_of(decision, "winograd2"), "") << groups;
        const auto direct =
            std::find_if(decision.ranked.begin(), decision.ranked.end(),
                         [](const AlgorithmCandidate& one) { return one.algorithm == Algorithm::Direct; });
        ASSERT_NE(direct, decision.ranked.end());
        const Problem& problem = direct->problem;
        EXPECT_EQ(problem.loops[problem.columns()].name, "x") << groups; // contiguous in the output
    }
}

// Measured on the reference machine, 28x28 60->60 in 5 groups: 218 us in vectors of 4 channels, 4.3 ms in
// vectors of 8 that overlap within a group; vectors of 12 are 2.7 times as fast as of 4 on Zen 5.
TEST(Algorithms, VectorsDivideTheChannelsOfAGroup) {
    for (const auto& [channels, lanes] : {std::pair(12, 12), std::pair(16, 16), std::pair(18, 9)}) {
        const AlgorithmDecision decision =
            decide_within(layer(28, 5L * channels, 5L * channels, 3, 1, 5), 1e-2);
        EXPECT_EQ(decision.winner().config.lanes, lanes) << channels;
    }
}

TEST(Algorithms, BudgetThatNothingMeetsIsAnError) {
    EXPECT_THROW(decide_within(layer(14, 64, 64), 1e-9), Error);
}

TEST(Algorithms, PlainWeightsPayForTheirTransform) {
    Convolution packed = layer(14, 512, 512), plain = packed;
    plain.packed_weights = false;
    const auto cycles = [](const AlgorithmDecision& decision, Algorithm algorithm) {
        for (const AlgorithmCandidate& one : decision.ranked)
            if (one.algorithm == algorithm) return one.cost.cycles;
        return 0.0;
    };
    const AlgorithmDecision once = decide_within(packed, 1e-1), always = decide_within(plain, 1e-1);
    EXPECT_LT(cycles(once, Algorithm::Direct), cycles(always, Algorithm::Direct)); // panels in place
    EXPECT_LT(cycles(once, Algorithm::Winograd4), cycles(always, Algorithm::Winograd4));
}

} // namespace
} // namespace autoconfig::testing
