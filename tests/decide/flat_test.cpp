// Rows of pixels as rows of elements.
#include "autoconfig/decide/flat.h"

#include "autoconfig/decide/fusion.h"
#include "tests/model/plain_machine.h"
#include "tests/support/stage_graphs.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace autoconfig::testing {
namespace {

using namespace testing_support;

/// c, x, y of `channels` each place.
FuncStages pixels(const std::string& name, std::int64_t channels, std::int64_t width, std::int64_t height) {
    FuncStages func = plane(name, width, height);
    func.dimensions.insert(func.dimensions.begin(), {"c", channels, ExtentSource::Bound, true});
    func.interleaved = {static_cast<int>(channels), "x", true};
    return func;
}

/// The same channel of x + 0 ... across, y + 0 ... down.
Read of_channel(int producer, double across, double down, double loads) {
    return {producer, loads, {{{1, 0, 0}, 0, 0}, {{0, 1, 0}, 0, across}, {{0, 0, 1}, 0, down}}};
}

/// input -> sums of 3 along x -> sums of 3 along y, of each channel.
StageGraph blurred_pixels() {
    StageGraph graph;
    graph.funcs.push_back(pixels("input", 3, 642, 482));
    FuncStages across = pixels("", 3, 640, 482), output = pixels("", 3, 640, 480);
    across.interleaved = {};
    graph.funcs.push_back(computed(across, "across", 3, {of_channel(0, 2, 0, 3)}));
    graph.funcs.push_back(computed(output, "output", 3, {of_channel(1, 0, 2, 3)}));
    graph.funcs[2].inlinable = false;
    graph.funcs[2].output = true;
    return graph;
}

TEST(Flat, FusesChannelsIntoRows) {
    const StageGraph graph = flat(blurred_pixels());
    for (const FuncStages& func : graph.funcs) {
        ASSERT_EQ(func.dimensions.size(), 2u) << func.name;
        EXPECT_EQ(func.dimensions[0].label(), "(c, x)") << func.name;
    }
    EXPECT_EQ(graph.funcs[0].dimensions[0].extent, 3 * 642);
    EXPECT_EQ(graph.funcs[0].dimensions[0].source, ExtentSource::Estimate);
    const Read& across = graph.funcs[1].stages[0].reads[0];
    ASSERT_EQ(across.at.size(), 2u);
    EXPECT_EQ(across.at[0].slope, (std::vector<double>{1, 0}));
    EXPECT_EQ(across.at[0].high, 2 * 3); // two pixels on
    EXPECT_EQ(across.at[1].slope, (std::vector<double>{0, 1}));
    EXPECT_EQ(graph.funcs[2].stages[0].reads[0].at[1].high, 2);
}

bool is_flat(const StageGraph& graph) { return flat(graph).funcs.back().is_flat(); }

TEST(Flat, OnlyWhereEveryValueIsOfItsOwnChannel) {
    EXPECT_TRUE(is_flat(blurred_pixels()));
    StageGraph graph = blurred_pixels();
    graph.funcs[1].stages[0].reads[0].at[0] = {{0, 0, 0}, 0, 0}; // of the first channel
    EXPECT_FALSE(is_flat(graph));
    graph = blurred_pixels();
    graph.funcs[1].stages[0].reads[0].at[0].high = 1; // of two
    EXPECT_FALSE(is_flat(graph));
    graph = blurred_pixels();
    graph.funcs[1].stages[0].reads[0].at[1].slope[1] = 2; // every other pixel
    EXPECT_FALSE(is_flat(graph));
    graph = blurred_pixels();
    graph.funcs[1].stages[0].reads[0].at[1].floored = graph.funcs[1].stages[0].reads[0].at[1].capped = true;
    EXPECT_FALSE(is_flat(graph));
    graph = blurred_pixels();
    graph.funcs[1].stages[0].uses_loops = true;
    EXPECT_FALSE(is_flat(graph));
    graph = blurred_pixels();
    graph.funcs[2].interleaved = {};
    EXPECT_FALSE(is_flat(graph));
    graph = blurred_pixels();
    graph.funcs[1].dimensions[0].extent = 4;
    EXPECT_FALSE(is_flat(graph));
}

/// A factor for each row is as good for elements, one for each channel is not.
TEST(Flat, MayReadWhatNeitherPixelNorChannelMoves) {
    StageGraph graph = blurred_pixels();
    FuncStages factors = plane("factors", 480, 1);
    factors.dimensions.pop_back();
    graph.funcs.insert(graph.funcs.begin(), factors);
    for (FuncStages& func : graph.funcs)
        for (StageWork& stage : func.stages)
            for (Read& read : stage.reads) read.producer++;
    graph.funcs[3].stages[0].reads.push_back({0, 1, {{{0, 0, 1}, 0, 0}}});
    const StageGraph fused = flat(graph);
    ASSERT_TRUE(fused.funcs.back().is_flat());
    EXPECT_EQ(fused.funcs.back().stages[0].reads[1].at[0].slope, (std::vector<double>{0, 1}));
    graph.funcs[3].stages[0].reads.back().at[0].slope = {1, 0, 0};
    EXPECT_FALSE(is_flat(graph));
}

TEST(Flat, GroupsAskForAllOfTheirBuffers) {
    const Fusion fusion = fuse(blurred_pixels(), plain_machine());
    ASSERT_EQ(fusion.groups.size(), 1u);
    const std::vector<InterleavedBuffer>& buffers = fusion.groups[0].interleaved;
    ASSERT_EQ(buffers.size(), 2u);
    EXPECT_EQ(buffers[0].func, "input");
    EXPECT_EQ(buffers[1].func, "output");
    EXPECT_EQ(buffers[1].elements, 3);
    StageGraph stated = blurred_pixels();
    for (FuncStages& func : stated.funcs) func.interleaved.asked = false;
    EXPECT_TRUE(fuse(stated, plain_machine()).groups[0].interleaved.empty());
}

} // namespace
} // namespace autoconfig::testing
