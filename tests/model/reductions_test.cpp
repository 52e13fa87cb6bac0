// Which form a reduction takes, and what that costs.
#include "autoconfig/model/group_cost.h"
#include "tests/model/plain_machine.h"
#include "tests/support/stage_graphs.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using testing_support::plane;

/// s(y) += in(r, y), or s(x) += in(x, r), of `columns` x `rows`.
StageGraph summed(std::int64_t columns, std::int64_t rows, bool along_rows) {
    StageGraph graph;
    graph.funcs.push_back(plane("in", columns, rows));
    FuncStages sum;
    sum.name = "sum";
    sum.dimensions = {{"i", along_rows ? rows : columns, ExtentSource::Estimate, true}};
    StageWork pure, update;
    update.register_bytes = 4; // an addition
    update.reduction = Reduction::Sum;
    update.any_order = true;
    update.pure_loop = 0;
    update.iterations = update.innermost = static_cast<double>(along_rows ? columns : rows);
    update.along_rows = !along_rows;
    const Movement own{{1}, 0, 0};
    Movement reduced{{0}, 0, update.iterations - 1};
    reduced.reduced_step = 1;
    update.reads = {along_rows ? Read{0, 1, {reduced, own}} : Read{0, 1, {own, reduced}}};
    sum.stages = {pure, update};
    graph.funcs.push_back(sum);
    return graph;
}

Partials partials_of(const StageGraph& graph, int lanes = 1) {
    return partials(graph.funcs[1], graph.funcs[1].stages[1], lanes, graph.funcs, plain_machine());
}

TEST(Partials, FillVectorsAndHideTheLatency) {
    const Machine machine = plain_machine();
    const Partials of_long_rows = partials_of(summed(4096, 64, true));
    EXPECT_EQ(of_long_rows.lanes, 16);
    EXPECT_GE(of_long_rows.vectors, machine.mac_f32.latency_cycles * machine.loads_per_cycle / 2);
    const StageGraph graph = summed(4096, 64, true);
    const double cycles = vector_cycles(graph.funcs[1], graph.funcs[1].stages[1], 1, graph.funcs, machine);
    EXPECT_LT(cycles, 1.5 / 16 / machine.loads_per_cycle * 2) << "near one load a vector";
}

TEST(VectorCycles, CallsOfTheLibraryTakeAsLongForEachLane) {
    StageGraph graph = summed(4096, 64, false);
    StageWork& sum = graph.funcs[1].stages[1];
    sum.call_instructions = 60;
    const Machine machine = plain_machine();
    for (const int lanes : {1, 4, 16})
        EXPECT_GE(vector_cycles(graph.funcs[1], sum, lanes, graph.funcs, machine),
                  lanes * 60 / machine.mac_f32.per_cycle)
            << lanes;
}

TEST(Partials, AreNoWiderThanARowAndAPartOfAVector) {
    EXPECT_EQ(partials_of(summed(7, 64, true)).width(), 8);
    EXPECT_LT(partials_of(summed(20, 64, true)).width(), 40);
    EXPECT_EQ(partials_of(summed(1, 64, true)).lanes, 1);
}

/// A result of 8 elements is one step and three halvings, of 4 cycles each, which 97 / 7 others hide: 5
/// micro-ops at 4 a cycle and 6 instructions on 2 ports are left.
TEST(Partials, OfShortRowsDoNotWaitForEachOther) {
    const Machine machine = plain_machine();
    const StageGraph graph = summed(8, 64, true);
    const double cycles = vector_cycles(graph.funcs[1], graph.funcs[1].stages[1], 1, graph.funcs, machine);
    EXPECT_DOUBLE_EQ(8 * cycles, 1.25 + 3);
}

/// Halvings of each value follow each other.
TEST(Partials, OfATupleAreCombinedValueByValue) {
    const Machine machine = plain_machine();
    StageGraph graph = summed(64, 64, true);
    const double one = vector_cycles(graph.funcs[1], graph.funcs[1].stages[1], 1, graph.funcs, machine);
    graph.funcs[1].bytes = 4 * graph.funcs[1].store_bytes;
    const double four = vector_cycles(graph.funcs[1], graph.funcs[1].stages[1], 1, graph.funcs, machine);
    EXPECT_GE(64 * (four - one), 3 * 2) << "2 halvings or more, of 2 instructions on 2 ports, for each value";
}

/// Each value of a Tuple loads for itself what it loads behind branches.
TEST(Partials, OfATupleLoadAgainAtTheEndsOfRows) {
    const auto gathered = [](std::int64_t columns, int values) {
        StageGraph graph = summed(columns, 64, true);
        FuncStages& sum = graph.funcs[1];
        sum.bytes = values * sum.store_bytes;
        sum.stages[1].reads[0].at[0].known = false;
        sum.stages[1].register_bytes = 4 * 30;
        sum.stages[1].operations = sum.stages[1].float_operations = 30;
        return vector_cycles(sum, sum.stages[1], 1, graph.funcs, plain_machine());
    };
    EXPECT_LE(gathered(64, 1), gathered(64, 4));
    EXPECT_LT(gathered(64, 4) - gathered(64, 1), gathered(5, 4) - gathered(5, 1));
}

TEST(Sum, OfScalarsWaitsForEachTerm) {
    StageGraph graph = summed(16, 64, true);
    StageWork& sum = graph.funcs[1].stages[1];
    sum.any_order = false;
    sum.window = {16};
    sum.float_operations = 1;
    const Machine machine = plain_machine();
    EXPECT_EQ(loops_written_out(graph.funcs[1], sum, 1, graph.funcs, machine), 0);
    sum.iterations = 4096; // more than the scheduler holds of other elements
    EXPECT_GE(vector_cycles(graph.funcs[1], sum, 1, graph.funcs, machine), machine.mac_f32.latency_cycles);
}

TEST(Sum, OfIntegersWaitsForTheirAdditions) {
    StageGraph graph = summed(4096, 64, true);
    StageWork& sum = graph.funcs[1].stages[1];
    sum.any_order = false;
    const Machine machine = machine_from_file("x86-zen5");
    const double integers = vector_cycles(graph.funcs[1], sum, 1, graph.funcs, machine);
    sum.float_operations = 1;
    const double floats = vector_cycles(graph.funcs[1], sum, 1, graph.funcs, machine);
    EXPECT_DOUBLE_EQ(floats / integers, machine.mac_f32.latency_cycles / machine.mac_i32.latency_cycles);
}

TEST(Partials, AreNoneWhereTheOrderMatters) {
    StageGraph graph = summed(4096, 64, true);
    graph.funcs[1].stages[1].any_order = false;
    EXPECT_EQ(partials_of(graph).lanes, 1);
}

TEST(Partials, AreNoneAcrossRows) { EXPECT_EQ(partials_of(summed(4096, 64, false), 16).lanes, 1); }

RowSweep sweep_of(const StageGraph& graph) {
    return row_sweep(graph.funcs[1], graph.funcs[1].stages[1], 16, graph.funcs, plain_machine());
}

TEST(RowSweep, GoesByRowsWhoseLinesDoNotStayInL1) {
    const Machine machine = plain_machine();
    const auto lines = static_cast<std::int64_t>(machine.l1.bytes / machine.l1.line_bytes);
    EXPECT_EQ(sweep_of(summed(1024, lines, false)).rows, 4);
    EXPECT_EQ(sweep_of(summed(1024, lines, false)).columns, 0);
    EXPECT_EQ(sweep_of(summed(1024, 4, false)).rows, 0);
    EXPECT_EQ(sweep_of(summed(1024, lines, true)).rows, 0);
}

TEST(RowSweep, GoesByMoreRowsThanAPrefetcherFollowsBeyondL2) {
    constexpr std::int64_t followed = 32;
    static_assert(followed == streams_followed);
    const auto columns = static_cast<std::int64_t>(plain_machine().l2.bytes / 4 / followed);
    EXPECT_EQ(sweep_of(summed(2 * columns, followed + 1, false)).rows, 4);
    EXPECT_EQ(sweep_of(summed(2 * columns, followed, false)).rows, 0);
    EXPECT_EQ(sweep_of(summed(columns / 2, followed + 1, false)).rows, 0) << "they are in L2";
}

TEST(RowSweep, CountsTheRowsOfAllThatIsRead) {
    StageGraph graph = summed(1 << 20, 17, false);
    EXPECT_EQ(sweep_of(graph).rows, 0);
    std::vector<Read>& reads = graph.funcs[1].stages[1].reads;
    reads.push_back(reads.front());
    EXPECT_EQ(sweep_of(graph).rows, 4);
    reads.back().at[0].scattered = {true}; // looked up: no rows that a prefetcher could follow
    EXPECT_EQ(sweep_of(graph).rows, 0);
}

TEST(RowSweep, GoesByRowsThatTheLoopLeadsToAlongRowsToo) {
    StageGraph graph = summed(1024, plain_machine().l1.bytes / plain_machine().l1.line_bytes, false);
    std::vector<Read>& reads = graph.funcs[1].stages[1].reads;
    reads[0].at[0].reduced_step = 1;
    EXPECT_EQ(sweep_of(graph).rows, 4); // a diagonal
    reads.push_back({0, 1, {{{0}, 0, 0}, {{0}, 0, 0}}});
    reads.back().at[0].reduced_step = 1;
    EXPECT_EQ(sweep_of(graph).rows, 4); // one element for all lanes beside it
    reads[0].at[1].reduced_step = 0;
    EXPECT_EQ(sweep_of(graph).rows, 0); // along one row
}

TEST(RowSweep, KeepsTheResultsInL1) {
    const Machine machine = plain_machine();
    const RowSweep sweep = sweep_of(summed(1 << 20, 4096, false));
    EXPECT_GT(sweep.columns, 0);
    EXPECT_EQ(sweep.columns % 16, 0);
    EXPECT_LE(4.0 * static_cast<double>(sweep.columns), machine.l1.bytes / 2);
}

} // namespace
} // namespace autoconfig::testing
