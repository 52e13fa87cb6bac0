// Tiles of groups: which leaders go element by element, and which tiles are near another.
#include "autoconfig/space/group_tile.h"
#include "tests/support/machines.h"
#include "tests/support/stage_graphs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace autoconfig::testing {
namespace {

using namespace testing_support;

/// A row of a table at what each element says.
FuncStages looked_up() {
    FuncStages table = separable_blur(1024, 64, 1).funcs[2];
    table.stages[0].reads = {around(0, 0, 0, 1)};
    table.stages[0].reads[0].at[0].scattered = {true, false};
    return table;
}

bool goes_one_by_one(const FuncStages& leader) {
    const std::vector<GroupTile> tiles = group_tiles(leader, machine_from_file("x86-avx512"));
    const auto one_by_one =
        std::count_if(tiles.begin(), tiles.end(), [](const GroupTile& tile) { return tile.one_by_one; });
    EXPECT_TRUE(one_by_one == 0 || 2 * one_by_one == static_cast<std::ptrdiff_t>(tiles.size()));
    return one_by_one > 0;
}

TEST(GroupTiles, AreAlsoOneByOneWhereAnOutputsVectorsGather) {
    FuncStages leader = looked_up();
    EXPECT_TRUE(goes_one_by_one(leader));
    const std::string name = group_tiles(leader, machine_from_file("x86-avx512")).back().name(leader);
    EXPECT_NE(name.find("one by one"), std::string::npos) << name;
    EXPECT_FALSE(goes_one_by_one(separable_blur(1024, 64, 1).funcs[2]));
    leader.output = false;
    EXPECT_FALSE(goes_one_by_one(leader));
    leader = looked_up();
    leader.turned = true;
    EXPECT_FALSE(goes_one_by_one(leader));
}

/// What has been inlined since may have changed how the leader reads.
TEST(GroupTiles, AreNearOneOfALeaderThatGatheredBefore) {
    FuncStages leader = looked_up();
    GroupTile tile = group_tiles(leader, machine_from_file("x86-avx512")).back();
    ASSERT_TRUE(tile.one_by_one);
    leader.stages[0].reads[0].at[0].scattered = {};
    EXPECT_FALSE(neighbours(tile, leader, machine_from_file("x86-avx512")).empty());
}

} // namespace
} // namespace autoconfig::testing
