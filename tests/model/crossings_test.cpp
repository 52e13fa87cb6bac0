// Lines that are brought again where rows are read across.
#include "autoconfig/model/group_cost.h"
#include "tests/model/plain_machine.h"
#include "tests/support/stage_graphs.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using namespace testing_support;

/// Cycles of bringing 1536 columns as rows: 2560 lines a row, 6144 bytes apart, fall on few sets.
TEST(Crossing, BringsLinesAgainThatNoCacheKeeps) {
    const Machine machine = plain_machine();
    const std::vector<FuncStages> funcs = {plane("columns", 1536, 2560), plane("rows", 2560, 1536)};
    const Group rows{funcs, {1}};
    const Read transposed{0, 1, {{{0, 1}, 0, 0}, {{1, 0}, 0, 0}}};
    EXPECT_TRUE(crosses_rows(transposed));
    EXPECT_FALSE(crosses_rows(around(0, 2, 2, 9)));
    StageWork stage;
    stage.reads = {transposed};
    EXPECT_EQ(crossed_lines(rows, 0, stage, {{16, 1536}}, 160, machine).lines, 0);
    const CrossedLines crossed = crossed_lines(rows, 0, stage, {{2560, 1536}}, 1, machine);
    EXPECT_EQ(crossed.lines, 2560.0 * 1536);
    EXPECT_GE(crossed.cycles, crossed.lines * machine.l1_l2_cycles_per_line);
    stage.reduction = Reduction::Sum;
    EXPECT_EQ(crossed_lines(rows, 0, stage, {{2560, 1536}}, 1, machine).lines, 0);
}

} // namespace
} // namespace autoconfig::testing
