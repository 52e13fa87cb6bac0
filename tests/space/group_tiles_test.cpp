// Tiles of groups: which leaders go element by element, and which tiles are near another.
#include "autoconfig/space/group_tile.h"
#include "tests/support/machines.h"
#include "tests/support/stage_graphs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
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

/// Lanes of a row of u8 that is computed with as 32 bits, from so many places that follow no rule.
int lanes_looked_up(double places, int registers, bool narrow = true) {
    FuncStages leader = looked_up();
    leader.store_bytes = leader.bytes = 1;
    leader.widest_bytes = 4;
    leader.stages[0].reads[0].loads = places;
    leader.stages[0].reads[0].narrow = narrow;
    Machine machine = machine_from_file("x86-avx512");
    machine.registers = registers;
    return lanes_of(leader, machine);
}

TEST(Lanes, HoldWhatIsLookedUpInRegisters) {
    EXPECT_EQ(lanes_looked_up(1, 32), 64);
    EXPECT_EQ(lanes_looked_up(2, 32), 64);
    EXPECT_EQ(lanes_looked_up(4, 32), 32);
    EXPECT_EQ(lanes_looked_up(25, 32), 16);
    EXPECT_EQ(lanes_looked_up(2, 16), 32);
    EXPECT_EQ(lanes_looked_up(4, 32, false), 64);
}

TEST(Lanes, LookUpNoMoreThanKeepsTheCoreBusy) {
    EXPECT_EQ(lanes_looked_up(8, 32, false), 32);
    EXPECT_EQ(lanes_looked_up(25, 32, false), 16);
}

/// A row of so many f32, each of which 20 iterations change by so many operations one after the other, of so
/// many instructions in all.
FuncStages iterated(std::int64_t row, double in_turn, double instructions) {
    FuncStages func = separable_blur(1024, 64, 1).funcs[2];
    func.dimensions[0].extent = row;
    StageWork update = func.stages[0];
    update.reads.clear();
    update.reduction = Reduction::Sum;
    update.iterations = 20;
    update.in_turn = in_turn;
    update.float_operations = instructions;
    update.register_bytes = func.widest_bytes * instructions;
    func.stages.push_back(update);
    return func;
}

TEST(Lanes, AreThoseOfVectorsInTurnsWhereIterationsWait) {
    const Machine machine = machine_from_file("x86-avx512"); // two instructions a cycle, four until the next
    EXPECT_EQ(lanes_of(iterated(1024, 10, 12), machine), 64);
    EXPECT_EQ(lanes_of(iterated(1024, 10, 40), machine), 32);
    EXPECT_EQ(lanes_of(iterated(1024, 10, 60), machine), 16);
    EXPECT_EQ(lanes_of(iterated(1024, 3, 4), machine), 16);
    // Where whole vectors fill the row, or all but a small part.
    EXPECT_EQ(lanes_of(iterated(96, 10, 12), machine), 32);
    EXPECT_EQ(lanes_of(iterated(48, 10, 12), machine), 16);
    EXPECT_EQ(lanes_of(iterated(1000, 10, 12), machine), 64);
    EXPECT_EQ(lanes_of(iterated(300, 10, 12), machine), 32);
    FuncStages sum = iterated(1024, 10, 12);
    sum.stages[1].any_order = true; // has partial results
    EXPECT_EQ(lanes_of(sum, machine), 16);
    FuncStages scan = iterated(1024, 10, 12);
    scan.stages[1].reduction = Reduction::Scan;
    EXPECT_EQ(lanes_of(scan, machine), 16);
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
