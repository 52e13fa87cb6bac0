// Which share of a Func's vectors meets a boundary condition.
#include "autoconfig/model/group.h"
#include "tests/support/stage_graphs.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using namespace testing_support;

/// `across` reads an image of width x height through clamps that it goes beyond by 2 along x, and along y.
StageGraph clamped_blur(std::int64_t width, std::int64_t height) {
    StageGraph graph = separable_blur(width, height, 1);
    graph.funcs[0] = plane("input", width, height);
    graph.funcs[1] = computed(plane("", width, height + 2), "across", 1, {around(0, 2, 0, 3)});
    for (Movement& move : graph.funcs[1].stages[0].reads[0].at) move.floored = move.capped = true;
    return graph;
}

double share(const StageGraph& graph, std::vector<int> members, const GroupTile& tile, std::size_t member,
             const Region& at_once) {
    return edge_share({graph.funcs, std::move(members)}, tile, member, at_once, 16);
}

const GroupTile strips_of_8{TileKind::Rows, 1, 8, 0, true};

TEST(EdgeShare, OfAMemberWithRowsOfItsOwnIsTheEndsOfTheRows) {
    const StageGraph graph = clamped_blur(160, 64);
    EXPECT_DOUBLE_EQ(share(graph, {2, 1}, strips_of_8, 1, {160, 3}), 2.0 / 10);
}

TEST(EdgeShare, OfALeaderIsTheFirstAndLastStripToo) {
    const StageGraph graph = clamped_blur(160, 62);
    EXPECT_DOUBLE_EQ(share(graph, {1}, strips_of_8, 0, {160, 8}), 1 - (1 - 0.2) * (1 - 2.0 / 8));
    const GroupTile whole{TileKind::Rows, 1, 64, 0, true};
    EXPECT_DOUBLE_EQ(share(graph, {1}, whole, 0, {160, 64}), 1);
}

TEST(EdgeShare, OfALeaderInBlocksIsTheBlocksAround) {
    const StageGraph graph = clamped_blur(160, 62);
    const GroupTile blocks{TileKind::Blocks, 1, 16, 32, true};
    EXPECT_DOUBLE_EQ(share(graph, {1}, blocks, 0, {32, 16}), 1 - (1 - 2.0 / 5) * (1 - 2.0 / 4));
}

/// Channel c, and the last one: c to c + 3, as far as movements tell.
TEST(EdgeShare, OfStripsIsThatOfTheDimensionTheyFollow) {
    StageGraph graph = clamped_blur(160, 62);
    graph.funcs[0] = plane("input", 162, 64);
    graph.funcs[0].dimensions.push_back({"c", 4, ExtentSource::Estimate, true});
    graph.funcs[1].dimensions.push_back({"c", 3, ExtentSource::Estimate, true});
    Movement channel{{0, 0, 1}, 0, 3};
    channel.floored = channel.capped = true;
    graph.funcs[1].stages[0].reads[0].at.push_back(channel);
    EXPECT_EQ(share(graph, {1}, strips_of_8, 0, {160, 8, 3}), 0);
}

TEST(EdgeShare, IsNothingInsideOfTheImage) {
    StageGraph graph = clamped_blur(160, 62);
    graph.funcs[0] = plane("input", 162, 64);
    EXPECT_EQ(share(graph, {1}, strips_of_8, 0, {160, 8}), 0);
    graph = clamped_blur(160, 62);
    for (Movement& move : graph.funcs[1].stages[0].reads[0].at) move.capped = false; // no clamp
    EXPECT_EQ(share(graph, {1}, strips_of_8, 0, {160, 8}), 0);
}

} // namespace
} // namespace autoconfig::testing
