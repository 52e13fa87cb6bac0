// What becomes of the sums, by hand: tiles, blocks, the result and its epilogue.
#include "tests/model/plain_machine.h"

namespace autoconfig::testing {
namespace {

/// Each vector is read once, half a cycle, and stored twice, beside the arithmetic.
TEST(Results, EveryTileMovesItsVectors) {
    const Cost c = cost({96, 512, 64}, 6, 4, true);
    const Term loads = term(c, "T_tile", Resource::Load, Phase::AllSteps);
    const Term stores = term(c, "T_tile", Resource::Store, Phase::AllSteps);
    EXPECT_EQ(loads.cycles.numbers(), "3072 * 1 / 2");
    EXPECT_EQ(stores.cycles.numbers(), "3072 * 2 / 1");
}

/// 65 steps are more than a predictor follows: 30 cycles, and nothing beside what is moved.
TEST(Results, LeavingALoopOfManyStepsIsNotPredicted) {
    Machine machine = plain_machine();
    machine.loop_exit_cycles = 30;
    EXPECT_FALSE(has(cost({96, 512, 64}, 6, 4, true, machine), "T_tile", Resource::Serial));
    const Cost c = cost({96, 512, 65}, 6, 4, true, machine);
    EXPECT_DOUBLE_EQ(total(c, "T_tile"), 16 * 8 * (24 * 2.5 + 30));
    EXPECT_FALSE(has(c, "T_tile", Resource::Load));
}

TEST(Results, LanesOfEachSumAreAddedUp) {
    Machine machine = plain_machine();
    const Problem problem = problem_of({64, 64, 2048, 0, false, true});
    const Facts facts(problem, machine);
    const auto tile = [&] { return total(evaluate(facts, along_k(facts, 2, 4), Words::Yes), "T_tile"); };
    const double before = tile();
    machine.lane_sum_cycles += 3;
    EXPECT_DOUBLE_EQ(tile() - before, 64 * 64 * 3);
}

/// 64 MB at root are given back in every run, 16 MB are kept.
TEST(Results, LargeOnesComeInFreshPagesUnlessTheyAreTheUsers) {
    const Machine machine = plain_machine();
    const auto faults = [&](std::int64_t side, bool has_buffer) {
        Problem problem = problem_of({side, side, 64});
        problem.out.has_buffer = has_buffer;
        const Facts facts(problem, machine);
        return total(evaluate(facts, along_k(facts, 2, 4), Words::Yes), "T_fault");
    };
    EXPECT_DOUBLE_EQ(faults(4096, false), 32 * machine.large_page_fault_cycles);
    EXPECT_EQ(faults(4096, true), 0);
    EXPECT_EQ(faults(2048, false), 0);
}

/// 8 rows of stream in 16 blocks of 4 steps: each row of C is a loop, here of 65 vectors.
TEST(Results, StreamLeavesALoopForEachRowOfC) {
    const Machine machine = plain_machine();
    const Problem problem = problem_of({8, 2080, 64});
    const Facts facts(problem, machine);
    const Cost c = evaluate(facts, stream(facts, 8, 65, 4), Words::Yes);
    EXPECT_DOUBLE_EQ(term(c, "T_tile").total, 2 * 8 * (64 / 4) * machine.loop_exit_cycles);
}

/// 96 x 512 sums of a block in L2 go there and back for each of two K blocks.
TEST(Results, BlocksAreReadAndWrittenForEveryBlockOfK) {
    const Machine machine = plain_machine();
    const Problem problem = problem_of({96, 512, 512});
    const Facts facts(problem, machine);
    const Cost c = evaluate(facts, blocked(facts, 6, 4, 256, 96, 512), Words::Yes);
    EXPECT_DOUBLE_EQ(term(c, "T_block").total, 2 * 2 * (96 * 512 / 16) * 2.0);
    EXPECT_FALSE(has(cost({96, 512, 512}, 6, 4, true), "T_block"));
}

/// Read before they are written, 2 cycles, and evicted, 2: beside the arithmetic; twice where sums are added
/// to what is there.
TEST(Results, LinesOfTheResultComeAndGoBesideTheArithmetic) {
    const double lines = 96 * 512 / 16;
    const Cost c = cost({96, 512, 64}, 6, 4, true);
    EXPECT_DOUBLE_EQ(term(c, "T_out").total, lines * (2 + 2));
    EXPECT_EQ(term(c, "T_out").resource, Resource::Ahead);
    EXPECT_TRUE(term(c, "T_out").overlapped);
}

/// Rows of 500 elements do not begin with a line: pieces of 4 lines touch 5.
TEST(Results, PiecesTouchMoreLinesThanTheyFillWhereRowsAreNotAligned) {
    const Cost c = cost({96, 500, 64}, 6, 4, true);
    EXPECT_DOUBLE_EQ(term(c, "T_out").total, 96 * 500 / 16.0 * 5 / 4 * (2 + 2));
}

/// 4 MiB of rows of 4 KiB in panels of 2 and of 4 vectors: 32 and 16 runs a row.
TEST(Results, RunsOnPagesApartThatLeaveL2StartAnew) {
    Machine machine = plain_machine();
    const auto starts = [&](int n_v) {
        const Cost c = cost({1024, 1024, 16}, 8, n_v, true, machine);
        return term(c, "T_start", Resource::Runs, Phase::AllSteps).total;
    };
    EXPECT_DOUBLE_EQ(starts(2), 1024 * 32 * 9); // 1024 pages of the TLB's 1536
    EXPECT_DOUBLE_EQ(starts(4), 1024 * 16 * 9);
    machine.l2.bytes = 8 << 20;
    EXPECT_FALSE(has(cost({1024, 1024, 16}, 8, 2, true, machine), "T_start", Resource::Runs));
}

/// The same number of rows, each half as long: what lies between them is another loop over columns.
TEST(Results, RunsOfSeveralLoopsOverColumnsCountOnce) {
    Problem planes = problem_of({1024, 512, 16});
    planes.loops.insert(planes.loops.begin() + 1, {"plane", Role::N, 2, planes.loops[0].source});
    for (Operand* operand : {&planes.a, &planes.b, &planes.out})
        for (std::vector<std::int64_t>& of_loops : operand->coefficient)
            of_loops.insert(of_loops.begin() + 1, 0);
    for (Operand* operand : {&planes.b, &planes.out}) {
        operand->coefficient.push_back({0, 1, 0, 0});
        operand->stride.push_back(1024 * 1024);
    }
    planes.out.stride[1] = 1024; // as in rows of 1024
    const Machine machine = plain_machine();
    const Facts facts(planes, machine);
    const Cost c = evaluate(facts, register_tile(facts, 8, 2, true), Words::No);
    EXPECT_DOUBLE_EQ(term(c, "T_start", Resource::Runs, Phase::AllSteps).total, 1024 * 32 * 9);
}

TEST(Results, TheEpilogueCostsItsOperations) {
    Problem problem = problem_of({12, 64, 8});
    const Machine machine = plain_machine();
    EXPECT_FALSE(has(cost({12, 64, 8}, 6, 4, true), "T_epilogue"));
    problem.epilogue_ops_per_element = 10;
    const Facts facts(problem, machine);
    // 12 x 4 vectors at two operations a cycle.
    const Cost c = evaluate(facts, register_tile(facts, 6, 4, true), Words::Yes);
    EXPECT_DOUBLE_EQ(term(c, "T_epilogue").total, 48 * 10 / 2);
    EXPECT_EQ(term(c, "T_epilogue").cycles.numbers(), "48 * 10 / 2");
}

} // namespace
} // namespace autoconfig::testing
