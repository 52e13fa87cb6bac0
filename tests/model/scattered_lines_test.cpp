// Lines that are brought again where they are read at places that follow no rule.
#include "autoconfig/model/group.h"
#include "tests/model/plain_machine.h"
#include "tests/support/stage_graphs.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using namespace testing_support;

/// warped(x, y, c) = planes(somewhere, somewhere, c), with planes of so many columns and rows.
struct ScatteredLines : ::testing::Test {
    static constexpr std::int64_t width = 1024, height = 256, planes = 16;
    const Machine machine = plain_machine();
    std::vector<FuncStages> funcs{plane("planes", 0, 0), plane("warped", width, height)};
    StageWork stage;
    const GroupTile row_by_row{TileKind::Rows, 1, height, 0, true}, plane_by_plane{TileKind::Rows, 2, planes};

    void read_anywhere(std::int64_t columns, std::int64_t rows) {
        funcs[0].dimensions[0].extent = columns;
        funcs[0].dimensions[1].extent = rows;
        for (FuncStages& func : funcs) func.dimensions.resize(2);
        for (FuncStages& func : funcs) func.dimensions.push_back({"c", planes});
        const Movement anywhere_in_row{{0, 0, 0}, 0, columns - 1.0}, any_row{{0, 0, 0}, 0, rows - 1.0};
        Read read{0, 1, {anywhere_in_row, any_row, {{0, 0, 1}}}};
        read.at[0].scattered = read.at[1].scattered = {true, true, false};
        stage.reads = {read};
    }

    CrossedLines lines(const GroupTile& tile) const {
        return scattered_lines({funcs, {1}}, 0, stage, tile, {whole_region(funcs[1])}, 1, machine);
    }
    static constexpr double all = double(width) * height * planes;
};

TEST_F(ScatteredLines, ComeFromTheCacheThatHoldsAPlane) {
    const double plane_bytes = machine.l2.bytes / 4.0;
    read_anywhere(512, static_cast<std::int64_t>(plane_bytes / (4 * 512)));
    EXPECT_EQ(lines(plane_by_plane).lines, all);
    EXPECT_DOUBLE_EQ(lines(plane_by_plane).cycles, all * machine.l1_l2_cycles_per_line);
}

/// Before a row comes back to the first plane, it has been in all others.
TEST_F(ScatteredLines, ComeFromFurtherAwayWhereEveryRowGoesThroughAllPlanes) {
    read_anywhere(512, static_cast<std::int64_t>(machine.l2.bytes / 4 / (4 * 512)));
    EXPECT_GT(lines(row_by_row).cycles, lines(plane_by_plane).cycles);
}

TEST_F(ScatteredLines, StayInL1WhereAllOfThemFit) {
    read_anywhere(8, 4);
    EXPECT_EQ(lines(plane_by_plane).lines, 0);
    EXPECT_EQ(lines(row_by_row).lines, 0);
}

TEST_F(ScatteredLines, AreNoneWherePlacesFollowARule) {
    read_anywhere(512, 512);
    stage.reads[0].at[0] = {{1, 0, 0}};
    stage.reads[0].at[1] = {{0, 1, 0}};
    EXPECT_EQ(lines(plane_by_plane).lines, 0);
}

} // namespace
} // namespace autoconfig::testing
