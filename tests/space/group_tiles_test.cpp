// Tiles of groups: which leaders go element by element, and which tiles are near another.
#include "autoconfig/space/group_tile.h"
#include "tests/space/looked_up.h"
#include "tests/support/machines.h"
#include "tests/support/stage_graphs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace autoconfig::testing {
namespace {

using namespace testing_support;

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

/// Strips that leave each of two cores one, two or four, by how many these are, of what `leader` has.
std::set<std::int64_t> parts(const FuncStages& leader, int cores) {
    Machine machine = machine_from_file("x86-avx512");
    machine.cores = cores;
    std::set<std::int64_t> parts;
    for (const GroupTile& tile : group_tiles(leader, machine)) {
        EXPECT_TRUE(tile.parts == 0 || tile.kind == TileKind::Rows);
        parts.insert(tile.parts);
        if (tile.parts == 0) continue;
        EXPECT_EQ(tile.rows, (leader.dimensions[tile.row].extent + tile.parts - 1) / tile.parts);
    }
    return parts;
}

TEST(GroupTiles, AreEqualPartsOfRowsThatComeAtRunTime) {
    FuncStages leader = separable_blur(1024, 65, 1).funcs[2];
    using Parts = std::set<std::int64_t>;
    EXPECT_EQ(parts(leader, 2), Parts({0}));
    leader.dimensions[1].at_run_time = OutputRows{"output", "y"};
    EXPECT_EQ(parts(leader, 2), Parts({0, 2, 4, 8}));
    EXPECT_EQ(parts(leader, 1), Parts({0, 1, 2, 4}));
    leader.output = false; // has as many rows, or more: one part may not be all
    EXPECT_EQ(parts(leader, 1), Parts({0, 2, 4}));
    leader.dimensions[1].source = ExtentSource::Bound;
    EXPECT_EQ(parts(leader, 2), Parts({0}));
}

TEST(GroupTiles, OfWhatHasUpdatesAreTheSharesOfCores) {
    FuncStages leader = separable_blur(1024, 64, 1).funcs[2];
    leader.stages.push_back(leader.stages[0]);
    Machine machine = machine_from_file("x86-avx512");
    for (int cores : {1, 2, 4}) {
        machine.cores = cores;
        const std::vector<GroupTile> tiles = group_tiles(leader, machine);
        EXPECT_EQ(tiles.size(), cores == 1 ? 1u : 3u);
        EXPECT_EQ(tiles.back().rows, 64 / cores);
        for (const GroupTile& tile : tiles) EXPECT_EQ(tile.columns, 0);
    }
}

/// Strips of equal parts are cut into the same blocks as those of as many rows.
TEST(GroupTiles, AreEachCostedOnce) {
    FuncStages leader = separable_blur(1024, 64, 1).funcs[2];
    leader.dimensions[1].at_run_time = OutputRows{"output", "y"};
    const std::vector<GroupTile> tiles = group_tiles(leader, machine_from_file("x86-avx512"));
    EXPECT_EQ(std::set<GroupTile>(tiles.begin(), tiles.end()).size(), tiles.size());
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
