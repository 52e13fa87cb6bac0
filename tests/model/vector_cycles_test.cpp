// In-core cycles of one vector of a stage, worked out by hand, on the plain machine.
#include "autoconfig/model/group_cost.h"
#include "autoconfig/model/together.h"
#include "autoconfig/model/vector_loads.h"
#include "autoconfig/space/func_lanes.h"
#include "tests/model/plain_machine.h"
#include "tests/support/stage_graphs.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using namespace testing_support;

TEST(VectorCycles, AreTheSlowestOfArithmeticLoadsStoresAndFrontEnd) {
    const Machine machine = plain_machine();
    StageGraph graph = separable_blur(1024, 64, 20);
    // 20 instructions on 2 ports; 3 loads, two of which cross lines in every vector: taken as 2 accesses
    // each.
    EXPECT_DOUBLE_EQ(vector_cycles(graph.funcs[1], graph.funcs[1].stages[0], 16, graph.funcs, machine), 10);
    graph = separable_blur(1024, 64, 1);
    EXPECT_DOUBLE_EQ(vector_cycles(graph.funcs[1], graph.funcs[1].stages[0], 16, graph.funcs, machine), 3);
    // Along y loads are aligned: 3 / 2, less than 1 + 3 + 1 + 2 micro-ops at 4 a cycle.
    EXPECT_DOUBLE_EQ(vector_cycles(graph.funcs[2], graph.funcs[2].stages[0], 16, graph.funcs, machine), 1.75);
}

TEST(VectorCycles, GathersLaneByLane) {
    const Machine machine = plain_machine();
    StageGraph graph = separable_blur(1024, 64, 1);
    graph.funcs[2].stages[0].reads[0].loads = 1;
    graph.funcs[2].stages[0].reads[0].at = {{{0, 1}, 0, 0}, {{1, 0}, 0, 0}}; // transposed
    EXPECT_DOUBLE_EQ(vector_cycles(graph.funcs[2], graph.funcs[2].stages[0], 16, graph.funcs, machine), 16);
}

TEST(VectorCycles, OfPhasesLoadTheirOwnElements) {
    const Machine machine = plain_machine();
    StageGraph graph = separable_blur(1024, 64, 1);
    Read& half = graph.funcs[2].stages[0].reads[0];
    half = around(1, 0, 0, 2);
    half.at[0].slope[0] = 0.5;
    const auto cycles = [&] {
        return vector_cycles(graph.funcs[2], graph.funcs[2].stages[0], 32, graph.funcs, machine);
    };
    EXPECT_DOUBLE_EQ(cycles(), 6); // 2 loads of 2 registers and the shuffles that repeat each element
    half.phases = {2};
    half.share = 0.5;                                  // one for even, one for odd
    EXPECT_DOUBLE_EQ(cycles(), (2 + 2 + 2 + 2) / 4.0); // a register for each; micro-ops
    EXPECT_EQ(lanes_of(graph.funcs[2], machine), 32);  // half of them at a time
}

/// The output reads one element, at a place along its rows that follows no rule.
StageGraph of_a_lookup() {
    StageGraph graph = separable_blur(1024, 64, 1);
    Read& lookup = graph.funcs[2].stages[0].reads[0];
    lookup.loads = 1;
    lookup.at[0].scattered = {true, false};
    return graph;
}

TEST(VectorCycles, OfLookupsWaitForWhatComesBefore) {
    const Machine machine = plain_machine();
    StageGraph graph = of_a_lookup();
    Read& lookup = graph.funcs[2].stages[0].reads[0];
    const auto cycles = [&] {
        return vector_cycles(graph.funcs[2], graph.funcs[2].stages[0], 16, graph.funcs, machine);
    };
    EXPECT_DOUBLE_EQ(cycles(), 32); // a place and an element a lane
    lookup.depth = 20;
    // 20 instructions, the move and the load, 4 insertions; 49 entries of the scheduler, so 97 / 49 vectors
    const double latency = 23 * machine.mac_f32.latency_cycles + 4;
    EXPECT_DOUBLE_EQ(cycles(), latency / (97 / 49.0));
    lookup.loads = 3; // 145 entries: the next vector comes when a third of this one is through
    EXPECT_DOUBLE_EQ(cycles(), 3 * 32 + latency * (1 - 97 / 145.0));
}

/// input(c, x, y) of few channels -> output(x, y), which reads one of them.
StageGraph one_channel(std::int64_t channels) {
    StageGraph graph = separable_blur(1024, 64, 1);
    FuncStages& input = graph.funcs[0];
    input.dimensions.insert(input.dimensions.begin(), {"c", channels, ExtentSource::Estimate, true});
    input.interleaved = {static_cast<int>(channels), "x", true};
    graph.funcs[2].stages[0].reads = {{0, 1, {{{0, 0}, 0, 0}, {{1, 0}, 0, 0}, {{0, 1}, 0, 0}}}};
    return graph;
}

TEST(VectorCycles, TakeOneChannelOfDensePixels) {
    const Machine machine = plain_machine();
    const auto cycles = [&](const StageGraph& graph) {
        return vector_cycles(graph.funcs[2], graph.funcs[2].stages[0], 16, graph.funcs, machine);
    };
    EXPECT_DOUBLE_EQ(cycles(one_channel(2)), 1.75); // 2 loads, a shuffle; 7 micro-ops
    EXPECT_DOUBLE_EQ(cycles(one_channel(3)), 2.5);  // 3 loads, 2 shuffles
    EXPECT_DOUBLE_EQ(cycles(one_channel(4)), 3.5);
    StageGraph unknown = one_channel(3);
    unknown.funcs[0].interleaved = {};
    EXPECT_DOUBLE_EQ(cycles(unknown), 16);
    StageGraph backwards = one_channel(3);
    backwards.funcs[2].stages[0].reads[0].at[1].slope[0] = -1;
    EXPECT_FALSE(takes_one_of_each(backwards.funcs[2].stages[0].reads[0], backwards.funcs[0]));
}

TEST(VectorCycles, StoreChannelsTogether) {
    const Machine machine = plain_machine();
    StageGraph graph = one_channel(3);
    FuncStages& output = graph.funcs[2];
    output.dimensions.insert(output.dimensions.begin() + 1, {"c", 3, ExtentSource::Estimate, true});
    output.stages[0].reads[0].at = {{{0, 1, 0}, 0, 0}, {{1, 0, 0}, 0, 0}, {{0, 0, 1}, 0, 0}};
    output.turned = true;
    const auto cycles = [&] { return vector_cycles(output, output.stages[0], 16, graph.funcs, machine); };
    EXPECT_DOUBLE_EQ(cycles(), 16); // lane by lane
    output.interleaved = {3, "x", true};
    EXPECT_TRUE(stores_interleaved(output));
    EXPECT_DOUBLE_EQ(cycles(), 3); // a store and two shuffles
    output.interleaved.along = "y";
    EXPECT_FALSE(stores_interleaved(output));
}

TEST(VectorCycles, OfASmallWindowDoNotWaitForTheSum) {
    const Machine machine = plain_machine();
    StageGraph graph = separable_blur(1024, 64, 1);
    StageWork& sum = graph.funcs[1].stages[0];
    sum.reads[0].loads = 1;
    sum.iterations = 25;
    const auto written_out = [&] { return loops_written_out(graph.funcs[1], sum, 16, graph.funcs, machine); };
    EXPECT_EQ(written_out(), 0);
    EXPECT_DOUBLE_EQ(vector_cycles(graph.funcs[1], sum, 16, graph.funcs, machine), 4); // latency of a sum
    sum.window = {5, 5};
    sum.reduction = Reduction::Sum;
    EXPECT_EQ(written_out(), 2);
    // 2 loads, 2 a cycle; a vector of 25 waits for 100 cycles, and 97 / 25 are on their way.
    EXPECT_DOUBLE_EQ(vector_cycles(graph.funcs[1], sum, 16, graph.funcs, machine), 4 / (97 / 25.0));
    sum.iterations = 200; // too much code
    sum.window = {200};
    EXPECT_EQ(written_out(), 0);
}

/// Its first Func is a sum of so many steps, of one load each.
StageGraph sum_of_windows(const std::vector<double>& window) {
    StageGraph graph = separable_blur(1024, 64, 1);
    StageWork& sum = graph.funcs[1].stages[0];
    sum.reads[0].loads = 1;
    sum.reduction = Reduction::Sum;
    sum.iterations = window[0] * window[1];
    sum.window = window;
    return graph;
}

/// 5 x 5 steps of every other element: 16 branches each, where a row ends with a guarded vector.
TEST(VectorCycles, OfAWindowWhoseEndsWouldBeLargeAreThoseOfItsInnermostLoop) {
    StageGraph graph = sum_of_windows({5, 5});
    FuncStages& func = graph.funcs[1];
    StageWork& sum = func.stages[0];
    const auto written_out = [&] { return loops_written_out(func, sum, 16, graph.funcs, plain_machine()); };
    EXPECT_EQ(written_out(), 2);
    sum.reads[0].at[0].slope[0] = 2;
    EXPECT_EQ(written_out(), 1);
    func.dimensions[0] = {"x", 1024, ExtentSource::Bound, true};
    EXPECT_EQ(written_out(), 2); // no guard
    func.dimensions[0].extent = 1000;
    EXPECT_EQ(written_out(), 1);
    func.dimensions[0].source = ExtentSource::Estimate;
    sum.reads[0].at[0].floored = sum.reads[0].at[0].capped = true; // vectors may go on beyond the row
    EXPECT_EQ(written_out(), 2);
}

TEST(VectorCycles, OfALargeWindowGoThroughL1BetweenChains) {
    const Machine machine = plain_machine();
    StageGraph graph = sum_of_windows({8, 8});
    FuncStages& func = graph.funcs[1];
    StageWork& sum = func.stages[0];
    const auto cycles = [&] { return vector_cycles(func, sum, 16, graph.funcs, machine); };
    EXPECT_EQ(loops_written_out(func, sum, 16, graph.funcs, machine), 1);
    EXPECT_DOUBLE_EQ(cycles(), (2 + 1 / 8.0) / 2); // accesses; the sum is loaded once a chain
    func.dimensions[0].extent = 16;                // the next chain of the only vector waits for this one
    EXPECT_EQ(loops_written_out(func, sum, 16, graph.funcs, machine), 2);
    EXPECT_DOUBLE_EQ(cycles(), 4 / (97 / 64.0));
    func.turned = true;
    func.dimensions[0].extent = 1024;
    EXPECT_EQ(loops_written_out(func, sum, 16, graph.funcs, machine), 2);
}

TEST(Abreast, AreTheRowsOfAScanThatHideItsLatency) {
    const Machine machine = plain_machine();
    StageGraph graph = separable_blur(1024, 64, 1);
    FuncStages& func = graph.funcs[1];
    StageWork& scan = func.stages[0];
    scan.iterations = 2;
    scan.along_rows = false;
    scan.pure_loop = 1;
    EXPECT_EQ(abreast(func, scan, machine), 1); // no reduction
    scan.reduction = Reduction::Scan;
    const auto chains = static_cast<int>(machine.mac_f32.latency_cycles * machine.mac_f32.per_cycle);
    EXPECT_EQ(abreast(func, scan, machine), chains);
    EXPECT_DOUBLE_EQ(vector_cycles(func, scan, 1, graph.funcs, machine), machine.mac_f32.latency_cycles);
    EXPECT_LT(vector_cycles(func, scan, 1, graph.funcs, machine, Clamps::Free, chains),
              machine.mac_f32.latency_cycles);
    func.dimensions[1].extent = chains - 1;
    EXPECT_EQ(abreast(func, scan, machine), 1);
}

TEST(Abreast, AreSumsThatKeepTheirOrder) {
    StageGraph graph = separable_blur(1024, 64, 1);
    FuncStages& func = graph.funcs[1];
    func.stages[0].along_rows = false;
    func.stages[0].pure_loop = 0;
    func.stages[0].reduction = Reduction::Sum;
    func.stages[0].any_order = true;
    EXPECT_EQ(abreast(func, func.stages[0], plain_machine()), 1);
    func.stages[0].any_order = false;
    EXPECT_GT(abreast(func, func.stages[0], plain_machine()), 1);
}

/// Of a sum whose vectors take one of so many values of each point.
int lanes_across_points(std::int64_t values) {
    StageGraph graph = separable_blur(1024, 64, 1);
    graph.funcs[0].dimensions = {{"value", values, ExtentSource::Bound, true},
                                 {"point", 1024, ExtentSource::Bound, true}};
    StageWork& sum = graph.funcs[1].stages[0];
    sum.reduction = Reduction::Sum;
    sum.reads = {{0, 1, {{{0, 0}, 0, 0}, {{1, 0}, 0, 0}}}};
    return lanes_of(sum, 16, 1024, graph.funcs, plain_machine());
}

TEST(Lanes, OfASumAreNoMoreThanTheLinesThatASetOfL1Keeps) {
    EXPECT_EQ(lanes_across_points(1024), 8); // 12 ways of one set
    EXPECT_EQ(lanes_across_points(1000), 16);
    EXPECT_EQ(lanes_across_points(3), 16) << "several points lie on a line";
}

TEST(RowSweep, IsNotNeededWhereAllRowsStayInL1) {
    StageGraph graph = separable_blur(1024, 64, 1);
    graph.funcs[0].dimensions[1].extent = 1024;
    StageWork& sum = graph.funcs[1].stages[0];
    sum.reduction = Reduction::Sum;
    sum.iterations = sum.innermost = 1024;
    sum.window = {};
    sum.reads = {{0, 1, {{{1, 0}, 0, 0}, {{0, 0}, 0, 1023}}}};
    sum.reads[0].at[1].reduced_step = 1;
    const auto rows = [&] { return row_sweep(graph.funcs[1], sum, 16, graph.funcs, plain_machine()).rows; };
    EXPECT_GT(rows(), 1);
    graph.funcs[0].dimensions[0].extent = 3;
    EXPECT_EQ(rows(), 0);
}

TEST(VectorCycles, WhatTheInnermostReducedLoopLeadsNowhereIsLoadedBeforeIt) {
    StageGraph graph = separable_blur(1024, 64, 1);
    StageWork& sum = graph.funcs[2].stages[0];
    sum.reduction = Reduction::Sum;
    sum.iterations = sum.innermost = 8;
    sum.in_turn = 0;
    sum.reads[0] = {0, 1, {{{0, 1}, 0, 0}, {{1, 0}, 0, 0}}}; // gathered
    const auto cycles = [&] { return vector_cycles(graph.funcs[2], sum, 16, graph.funcs, plain_machine()); };
    EXPECT_DOUBLE_EQ(cycles(), 16.0 / 8);
    sum.reads[0].at[1].reduced_step = 1;
    EXPECT_DOUBLE_EQ(cycles(), 16);
}

TEST(VectorCycles, WhatHoldsAlongARowIsComputedBeforeIt) {
    StageGraph graph = separable_blur(1024, 64, 40);
    StageWork& stage = graph.funcs[1].stages[0];
    stage.by_loops.add(only(1), 4 * 30);
    const auto cycles = [&] {
        return vector_cycles(graph.funcs[1], stage, 16, graph.funcs, plain_machine());
    };
    stage.reads[0].loads = 1;
    stage.reads[0].at[1].scattered = {false, true};
    EXPECT_DOUBLE_EQ(cycles(), 10 / 2.0);
    stage.by_loops = {};
    stage.by_loops.add(only(0) | only(1), 4 * 30);
    EXPECT_GE(cycles(), 40 / 2.0);
}

TEST(VectorCycles, PlacesComputedInVectorsAreExtractedToo) {
    const Machine machine = plain_machine();
    StageGraph graph = of_a_lookup();
    Read& read = graph.funcs[2].stages[0].reads[0];
    EXPECT_DOUBLE_EQ(vector_cycles(graph.funcs[2], graph.funcs[2].stages[0], 16, graph.funcs, machine), 32);
    read.at[0].scattered = {false, true}; // the same for all lanes
    EXPECT_LT(vector_cycles(graph.funcs[2], graph.funcs[2].stages[0], 16, graph.funcs, machine), 2);
}

TEST(VectorCycles, ClampsOfSharedIndicesAreGathered) {
    const Machine machine = plain_machine();
    StageGraph graph = separable_blur(1024, 64, 1);
    FuncStages& func = graph.funcs[2];
    Read clamped = around(1, 0, 0, 1);
    clamped.at[0].gathers_shared = true;
    const auto cycles = [&](const Read& outer) {
        func.stages[0].reads = {clamped.through(outer)};
        return vector_cycles(func, func.stages[0], 16, graph.funcs, machine);
    };
    // Three rows of a column, lane by lane, and what waits of an addition, which leaves 48 of 145 entries.
    EXPECT_DOUBLE_EQ(cycles(around(1, 0, 2, 3)), 3 * 32 + 16 * (1 - 97 / 145.0));
    EXPECT_DOUBLE_EQ(cycles(around(1, 2, 0, 3)), 3); // three columns of a row
}

TEST(VectorCycles, ElementsReadTwiceAreLoadedOnceAndShuffled) {
    const Machine machine = plain_machine();
    StageGraph graph = separable_blur(1024, 64, 1);
    graph.funcs[2].stages[0].reads[0] = around(1, 0, 0, 4);
    graph.funcs[2].stages[0].reads[0].at[0].slope = {0.5, 0};
    EXPECT_DOUBLE_EQ(vector_cycles(graph.funcs[2], graph.funcs[2].stages[0], 16, graph.funcs, machine), 6);
}

TEST(VectorCycles, AtTheEdgeWhatIsClampedIsGathered) {
    const Machine machine = plain_machine();
    StageGraph graph = separable_blur(1024, 64, 1);
    const auto cycles = [&](Clamps clamps) {
        return vector_cycles(graph.funcs[1], graph.funcs[1].stages[0], 16, graph.funcs, machine, clamps);
    };
    EXPECT_DOUBLE_EQ(cycles(Clamps::Hold), cycles(Clamps::Free));
    graph.funcs[1].stages[0].reads[0].at[0].tagged = true;
    EXPECT_DOUBLE_EQ(cycles(Clamps::Hold), 3 * 4 * 16 / 2);
}

} // namespace
} // namespace autoconfig::testing
