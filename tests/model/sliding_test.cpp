// Which members keep rows of a strip, and the lanes that members are left with.
#include "autoconfig/model/group.h"
#include "autoconfig/space/func_lanes.h"
#include "tests/model/plain_machine.h"
#include "tests/support/stage_graphs.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using namespace testing_support;

const GroupTile line_by_line{TileKind::Rows, 1, 16, 0, true};

TEST(Lanes, OfSingleElements) {
    StageGraph graph = separable_blur(1024, 64, 1);
    graph.funcs[1].dimensions.clear();
    graph.funcs[1].stages[0].reads.clear();
    graph.funcs[2].stages[0].reads = {{1, 1, {}}};
    EXPECT_EQ(lanes_of({graph.funcs, {2, 1}}, line_by_line, plain_machine()), (std::vector<int>{16, 1}));
    EXPECT_EQ(bound_rows({graph.funcs, {2, 1}}, line_by_line), (std::vector<std::int64_t>{0, 0}));
}

/// The leader's rows are bound to be as long; it reads every other element.
std::vector<int> lanes_of_every_other(std::int64_t row) {
    StageGraph graph = separable_blur(row, 64, 1);
    graph.funcs[2].dimensions[0].source = ExtentSource::Bound;
    graph.funcs[2].stages[0].reads[0].at[0].slope[0] = 2;
    return lanes_of({graph.funcs, {2, 1}}, line_by_line, plain_machine());
}

/// Of Funcs at root that read every other element.
int guarded_lanes_of_row(std::int64_t row) {
    StageGraph graph = separable_blur(row, 64, 1);
    graph.funcs[2].stages[0].reads[0].at[0].slope[0] = 2;
    return guarded_lanes_of(graph.funcs[2], plain_machine());
}

TEST(Lanes, OfStridedReadsLeaveFewToAGuard) {
    EXPECT_EQ(guarded_lanes_of_row(160), 16);
    EXPECT_EQ(guarded_lanes_of_row(56), 8); // 7 and none, instead of 3 and 16 lanes
    EXPECT_EQ(guarded_lanes_of_row(2049), 16);
}

TEST(Lanes, OfLookupsWaitLessOften) {
    StageGraph graph = separable_blur(1024, 64, 1);
    FuncStages& output = graph.funcs[2];
    output.bytes = output.store_bytes = 1;
    EXPECT_EQ(lanes_of(output, plain_machine()), 32); // two registers of f32
    output.stages[0].reads[0].at[0].scattered = {true};
    EXPECT_EQ(lanes_of(output, plain_machine()), 64);
    output.stages[0].reads[0].loads = 8;
    EXPECT_EQ(lanes_of(output, plain_machine()), 32) << "as many lookups already";
    output.bytes = output.store_bytes = 4;
    EXPECT_EQ(lanes_of(output, plain_machine()), 16);
}

TEST(Lanes, OfEveryOtherElement) {
    EXPECT_EQ(lanes_of_every_other(16)[0], 8); // not a single vector
    EXPECT_EQ(lanes_of_every_other(32)[0], 16);
    EXPECT_EQ(lanes_of_every_other(37)[0], 1); // the last vector would overlap
}

/// output reads nine rows of a window and `rows` of another Func, which is made from an input beside it.
StageGraph window_beside(double rows, bool clamped) {
    StageGraph graph = separable_blur(1024, 64, 1);
    FuncStages& window = graph.funcs[1];
    for (Movement& move : window.stages[0].reads[0].at) move.floored = move.capped = true;
    graph.funcs.insert(graph.funcs.begin() + 2, computed(graph.funcs[0], "beside", 1, {around(0, 0, 0, 1)}));
    if (clamped)
        for (Movement& move : graph.funcs[2].stages[0].reads[0].at) move.floored = move.capped = true;
    graph.funcs[3].stages[0].reads = {around(1, 0, 8, 9), around(2, 0, rows - 1, rows)};
    return graph;
}

bool asks_for_more(const StageGraph& graph) {
    return overlapping_strips_ask_for_more({graph.funcs, {3, 2, 1}}, 1);
}

TEST(OverlappingStrips, AskForMoreOfWhatIsReadBesideAWindow) {
    EXPECT_TRUE(asks_for_more(window_beside(1, false)));
    EXPECT_TRUE(asks_for_more(window_beside(3, false)));
    EXPECT_FALSE(asks_for_more(window_beside(9, false))) << "as many lines fill both";
    EXPECT_FALSE(asks_for_more(window_beside(1, true))) << "there is no more of it";
    StageGraph through = window_beside(1, false);
    through.funcs[2].stages[0].reads.push_back(around(1, 0, 8, 9));
    EXPECT_FALSE(asks_for_more(through)) << "comes after the window is filled";
}

/// input -> first -> second -> output, each of three rows of the one before; whether `first` keeps strips.
bool first_keeps_strips(const Read& of_output, double rows_of_second) {
    StageGraph graph = separable_blur(1024, 64, 1);
    graph.funcs[1].stages[0].reads = {around(0, 0, 0, 1)};
    graph.funcs[2].stages[0].reads = {around(1, 0, rows_of_second - 1, rows_of_second)};
    graph.funcs.push_back(computed(graph.funcs[2], "last", 1, {around(2, 0, 2, 3)}));
    if (of_output.loads > 0) graph.funcs[3].stages[0].reads.push_back(of_output);
    return keeps_strips({graph.funcs, {3, 2, 1}}, 1)[2];
}

TEST(Strips, AreKeptWhereTheWarmUpOfAReaderShows) {
    const Read nothing = around(1, 0, 0, 0);
    EXPECT_TRUE(first_keeps_strips(nothing, 3));
    EXPECT_FALSE(first_keeps_strips(nothing, 1));
    EXPECT_TRUE(first_keeps_strips(around(1, 0, 0, 1), 1));  // one row beside three
    EXPECT_FALSE(first_keeps_strips(around(1, 0, 4, 5), 3)); // all that the reader asks for
}

TEST(Strips, AreKeptWhereTheLeaderGoesOnByPartsOfARow) {
    StageGraph graph = separable_blur(1024, 64, 1);
    const Group group{graph.funcs, {2, 1}};
    EXPECT_FALSE(keeps_strips(group, 1)[1]);
    graph.funcs[2].stages[0].reads[0].at[1].slope[1] = 0.5;
    EXPECT_TRUE(keeps_strips(group, 1)[1]);
}

TEST(Strips, AreKeptWhereTheNumberOfRowsIsKnownAtRunTimeOnly) {
    StageGraph graph = separable_blur(1024, 64, 1);
    for (Movement& move : graph.funcs[2].stages[0].reads[0].at) move.by_estimate = true;
    EXPECT_TRUE(keeps_strips({graph.funcs, {2, 1}}, 1)[1]);
}

/// The same, each of so many rows: to how many rows `first` is folded in such strips.
std::int64_t folded_rows_of_first(double down, double slope = 1, std::int64_t strip = 64) {
    StageGraph graph = separable_blur(1024, 1024, 1);
    graph.funcs[1].stages[0].reads = {around(0, 0, 0, 1)};
    graph.funcs[2].stages[0].reads = {around(1, 0, down, down + 1)};
    graph.funcs.push_back(computed(graph.funcs[2], "last", 1, {around(2, 0, down, down + 1)}));
    graph.funcs[3].stages[0].reads[0].at[1].slope[1] = slope;
    return folded_rows({graph.funcs, {3, 2, 1}}, {TileKind::Rows, 1, strip, 0, true})[2].rows;
}

TEST(Strips, AreFoldedToTheRowsOfTheFirstLine) {
    EXPECT_EQ(folded_rows_of_first(0), 0); // nothing to keep
    EXPECT_EQ(folded_rows_of_first(1), 4); // 3
    EXPECT_EQ(folded_rows_of_first(2), 8); // 5
    EXPECT_EQ(folded_rows_of_first(1, 0.5), 4);
    EXPECT_EQ(folded_rows_of_first(2, 1, 2), 0); // a strip has 6
}

TEST(Strips, AreNotFoldedWhereRowsAreClampedOrKnownAtRunTimeOnly) {
    StageGraph graph = separable_blur(1024, 1024, 1);
    graph.funcs[1].stages[0].reads = {around(0, 0, 0, 1)};
    graph.funcs[2].stages[0].reads = {around(1, 0, 2, 3)};
    graph.funcs.push_back(computed(graph.funcs[2], "last", 1, {around(2, 0, 2, 3)}));
    const auto rows = [&] {
        return folded_rows({graph.funcs, {3, 2, 1}}, {TileKind::Rows, 1, 64, 0, true})[2].rows;
    };
    Movement& down = graph.funcs[2].stages[0].reads[0].at[1];
    EXPECT_EQ(rows(), 8);
    down.floored = down.capped = true;
    EXPECT_EQ(rows(), 0);
    down.floored = down.capped = false;
    down.by_estimate = true;
    EXPECT_EQ(rows(), 0);
    down.by_estimate = false;
    down.placed = false;
    EXPECT_EQ(rows(), 0);
}

/// input -> first -> second -> output: first along rows, second as `of_output` says.
std::vector<int> dimensions_that_slide(const Read& of_output) {
    StageGraph graph = separable_blur(1024, 64, 1);
    graph.funcs[1].stages[0].reads = {around(0, 0, 0, 1)};
    graph.funcs[2].stages[0].reads = {around(1, 0, 2, 3)};
    graph.funcs.push_back(computed(graph.funcs[2], "last", 1, {of_output}));
    return sliding_dimensions({graph.funcs, {3, 2, 1}}, 1);
}

TEST(Sliding, GoesWithTheLeader) {
    EXPECT_EQ(dimensions_that_slide(around(2, 0, 2, 3)), (std::vector<int>{1, 1, 1}));
    EXPECT_TRUE(fits({separable_blur(1024, 64, 1).funcs, {2, 1}}, line_by_line, plain_machine()));
}

TEST(Sliding, StaysWhereAReaderDoesOrTheWindowGoesBack) {
    Read back = around(2, 0, 2, 3);
    back.at[1].slope[1] = -1;
    EXPECT_EQ(dimensions_that_slide(back), (std::vector<int>{1, -1, -1}));
}

/// In each line of output(x, y) all of its columns read a row of their own: first(x, y - x).
TEST(Sliding, KeepsRowsThatTheLoopsOfALineLeadTo) {
    StageGraph graph = separable_blur(16, 64, 1);
    Read& read = graph.funcs[2].stages[0].reads[0];
    read = around(1, 0, 0, 1);
    EXPECT_EQ(keeps_rows({graph.funcs, {2, 1}}, 1), (std::vector<bool>{false, false}));
    read.at[1].slope[0] = -1;
    EXPECT_EQ(keeps_rows({graph.funcs, {2, 1}}, 1), (std::vector<bool>{false, true}));
}

/// output reads `first` backwards, and `second` as it goes.
TEST(Sliding, LeavesWhatStaysToTheTile) {
    StageGraph graph = separable_blur(1024, 64, 1);
    graph.funcs[1].stages[0].reads = {around(0, 0, 0, 1)};
    graph.funcs[2].stages[0].reads = {around(0, 0, 0, 1)};
    Read back = around(1, 0, 2, 3);
    back.at[1].slope[1] = -1;
    graph.funcs.push_back(computed(graph.funcs[2], "last", 1, {back, around(2, 0, 2, 3)}));
    const Group both{graph.funcs, {3, 2, 1}}, alone{graph.funcs, {3, 1}};
    EXPECT_TRUE(fits(both, line_by_line, plain_machine()));
    EXPECT_FALSE(fits(alone, line_by_line, plain_machine())); // a block
    const std::vector<Region> regions = tile_regions(both, line_by_line),
                              at_a_time = computed_at_once(both, line_by_line, regions, {});
    EXPECT_LT(at_a_time[1][1], regions[1][1]);
    EXPECT_EQ(at_a_time[2], regions[2]);
}

} // namespace
} // namespace autoconfig::testing
