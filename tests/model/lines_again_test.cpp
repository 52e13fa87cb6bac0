// Lines that come to a cache again within a tile.
#include "autoconfig/model/group_cost.h"
#include "tests/model/plain_machine.h"
#include "tests/support/stage_graphs.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using namespace testing_support;

/// A volume of rows of 16 elements, one line each, and a Func that reads so many planes of it for each of its
/// own.
StageGraph planes_of(std::int64_t rows, double planes) {
    StageGraph graph;
    FuncStages volume = plane("volume", 16, rows);
    volume.dimensions.push_back({"z", 64, ExtentSource::Estimate, true});
    graph.funcs.push_back(volume);
    graph.funcs.push_back(
        computed(volume, "output", 1,
                 {{0, planes, {{{1, 0, 0}, 0, 0}, {{0, 1, 0}, 0, 0}, {{0, 0, 1}, 0, planes - 1}}}}));
    return graph;
}

/// Of the volume, while planes of the output are computed one by one.
LinesAgain again(const StageGraph& graph) {
    const Group group{graph.funcs, {1}};
    const std::vector<Region> tile{whole_region(graph.funcs[1])};
    std::vector<Region> computed = tile;
    computed[0][2] = 1;
    const std::vector<LinesAgain> all = lines_again({tile, computed, computed}, group, {}, plain_machine());
    return all.empty() ? LinesAgain{} : all.front();
}

TEST(LinesAgain, ComeFromTheCacheThatHoldsWhatOneStepReads) {
    const Machine machine = plain_machine();
    const std::int64_t l1 = machine.l1.bytes / 64, l2 = machine.l2.bytes / 64;
    EXPECT_EQ(again(planes_of(l1 / 8, 3)).from_l2, 0);
    const LinesAgain from_l2 = again(planes_of(l1, 3)); // three planes at each of 64 steps, 64 of them once
    EXPECT_DOUBLE_EQ(from_l2.from_l2, 2.0 * 64 * static_cast<double>(l1));
    EXPECT_EQ(from_l2.from_beyond, 0);
    const LinesAgain from_beyond = again(planes_of(l2, 3));
    EXPECT_DOUBLE_EQ(from_beyond.from_beyond, 2.0 * 64 * static_cast<double>(l2));
    EXPECT_EQ(from_beyond.from_l2, 0);
}

TEST(LinesAgain, AreNoneWhereStepsShareNothing) {
    EXPECT_EQ(again(planes_of(plain_machine().l1.bytes / 64, 1)).from_l2, 0);
}

TEST(LinesAgain, AreThoseThatLoadsLeadTo) {
    StageGraph graph = planes_of(plain_machine().l1.bytes / 64, 9);
    const double all = again(graph).from_l2;
    graph.funcs[1].stages[0].reads[0].loads = 3; // of nine planes
    EXPECT_DOUBLE_EQ(again(graph).from_l2, all / 4);
}

/// Lines that a group of two members, "across" and the output, moves in strips of all rows.
double lines_of_blur(std::int64_t width) {
    const StageGraph graph = separable_blur(width, 100, 1);
    const Group group{graph.funcs, {2, 1}};
    const std::vector<Region> tile{whole_region(graph.funcs[2]), whole_region(graph.funcs[1])};
    const auto columns = static_cast<double>(width);
    const std::vector<Region> computed{{columns, 1}, {columns, 1}}, held{{columns, 1}, {columns, 4}};
    return member_lines({tile, computed, held}, group, {}, {{-1, -1}, {{}, {}}, {8, 8}}, plain_machine());
}

TEST(MemberLines, AreWrittenOnceAndReadAsOftenAsTheyAreLost) {
    const std::int64_t width = plain_machine().l1.bytes / 4; // four rows of f32
    EXPECT_EQ(lines_of_blur(width / 16), 0);
    const double row = static_cast<double>(width) / 16, written = 102 * static_cast<double>(width + 2) / 16;
    EXPECT_DOUBLE_EQ(lines_of_blur(width), written + 3 * 100 * row);
}

} // namespace
} // namespace autoconfig::testing
