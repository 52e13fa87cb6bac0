// Which members may compute past the end of a row.
#include "autoconfig/model/group.h"
#include "tests/support/stage_graphs.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using namespace testing_support;

std::vector<bool> overrun(const StageGraph& graph) { return Group(graph.funcs, {2, 1}).overruns; }

/// `across`, the producer, reads the input where it is clamped.
StageGraph clamped_blur() {
    StageGraph graph = separable_blur(64, 64, 1);
    graph.funcs[0].buffer = "input";
    for (Movement& move : graph.funcs[1].stages[0].reads[0].at) {
        move.floored = move.capped = true;
        move.bounded_by = "input";
    }
    return graph;
}

TEST(Overrun, NeedsReadsOfImagesToBeClamped) {
    EXPECT_EQ(overrun(clamped_blur()), (std::vector<bool>{false, true}));
    EXPECT_EQ(overrun(separable_blur(64, 64, 1)), (std::vector<bool>{false, false}));
}

TEST(Overrun, BoundsOfAnotherImageMayLieBeyondIt) {
    StageGraph graph = clamped_blur();
    graph.funcs[1].stages[0].reads[0].at[0].bounded_by = "another";
    EXPECT_EQ(overrun(graph), (std::vector<bool>{false, false}));
}

/// A Func between the image and the clamp is computed for as much as is read of it.
TEST(Overrun, AFuncThatIsReadWhereItIsClampedAsksForMoreOfWhatItReads) {
    StageGraph graph = separable_blur(64, 64, 1);
    for (Movement& move : graph.funcs[2].stages[0].reads[0].at) move.floored = move.capped = true;
    graph.funcs.push_back(computed(graph.funcs[0], "last", 1, {around(2, 0, 0, 1)}));
    graph.funcs[2].output = false;
    EXPECT_EQ(Group(graph.funcs, {3, 2}).overruns, (std::vector<bool>{false, false}));
    for (Movement& move : graph.funcs[1].stages[0].reads[0].at) move.slope = {0, 0}; // the same place
    EXPECT_EQ(Group(graph.funcs, {3, 2}).overruns, (std::vector<bool>{true, true}));
}

TEST(Overrun, WhatReadsAnImageInTheSamePlacesHasItsBounds) {
    StageGraph graph = separable_blur(64, 64, 1);
    graph.funcs[0].buffer = "input";
    graph.funcs[1].stages[0].reads = {around(0, 0, 0, 1)};
    for (Movement& move : graph.funcs[2].stages[0].reads[0].at) {
        move.floored = move.capped = true;
        move.bounded_by = "input";
    }
    graph.funcs[2].output = false;
    EXPECT_EQ(overrun(graph), (std::vector<bool>{true, false}));
    graph.funcs[1].stages[0].reads = {around(0, 1, 0, 2)};
    EXPECT_EQ(overrun(graph), (std::vector<bool>{false, false}));
}

TEST(Overrun, OneSideIsNotEnough) {
    StageGraph graph = clamped_blur();
    graph.funcs[1].stages[0].reads[0].at[0].floored = false;
    EXPECT_EQ(overrun(graph), (std::vector<bool>{false, false}));
}

TEST(Overrun, OnlyTheDimensionThatRunsOnCounts) {
    StageGraph graph = clamped_blur();
    graph.funcs[1].stages[0].reads[0].at[1].floored = false; // y
    EXPECT_EQ(overrun(graph), (std::vector<bool>{false, true}));
}

TEST(Overrun, AnOutputIsNoLargerThanItsBuffer) {
    StageGraph graph = clamped_blur();
    graph.funcs[1].output = true;
    EXPECT_EQ(overrun(graph), (std::vector<bool>{false, false}));
}

TEST(Overrun, BoundsAndWhatIsScheduledElsewhereEndIt) {
    StageGraph graph = clamped_blur();
    graph.funcs[1].dimensions[0].source = ExtentSource::Bound; // as many as are read
    EXPECT_EQ(overrun(graph), (std::vector<bool>{false, true}));
    graph.funcs[1].dimensions[0].bounded = true;
    EXPECT_EQ(overrun(graph), (std::vector<bool>{false, false}));
    graph = clamped_blur();
    graph.funcs[1].fixed = true;
    EXPECT_EQ(overrun(graph), (std::vector<bool>{false, false}));
}

} // namespace
} // namespace autoconfig::testing
