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

/// Cycles of an element of a column of so many rows, which is read as a row.
double cycles_an_element(double rows, std::int64_t row_bytes, const Machine& machine) {
    const std::vector<FuncStages> funcs = {plane("columns", row_bytes / 4, 4096), plane("rows", 4096, 1)};
    const Group group{funcs, {1}};
    StageWork stage;
    stage.reads = {{0, 1, {{{0, 1}, 0, 0}, {{1, 0}, 0, 0}}}};
    const CrossedLines crossed = crossed_lines(group, 0, stage, {{rows, 1}}, 1, machine);
    return crossed.lines > 0 ? crossed.cycles / crossed.lines : 0;
}

TEST(Crossing, WaitsForPagesThatTheFirstTlbDoesNotHold) {
    const Machine machine = plain_machine();
    constexpr std::int64_t page_and_line = 4096 + 64;
    EXPECT_EQ(cycles_an_element(machine.tlb_entries, page_and_line, machine), 0);
    EXPECT_EQ(cycles_an_element(machine.tlb_entries + 1.0, page_and_line, machine),
              machine.tlb_gather_cycles);
    // Two rows lie on a page.
    EXPECT_EQ(cycles_an_element(2.0 * machine.tlb_entries, 2048 - 64, machine), 0);
}

TEST(Crossing, TakesLinesOfOneSetOneAfterTheOther) {
    const Machine machine = plain_machine();
    const double one_set = cycles_an_element(32, 1 << 16, machine);
    const double four_sets = cycles_an_element(128, machine.l1.bytes / machine.l1.ways / 4, machine);
    EXPECT_EQ(cycles_an_element(machine.l1.ways, 1 << 16, machine), 0);
    EXPECT_DOUBLE_EQ(one_set, (1 - machine.l1.ways / 32.0) * machine.l2_latency_cycles);
    EXPECT_LT(four_sets, one_set / 2);
}

} // namespace
} // namespace autoconfig::testing
