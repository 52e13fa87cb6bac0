// T_share: lines that threads take from each other's caches, by hand; and what follows for loops to share.
#include "tests/model/plain_machine.h"

#include "tests/support/machines.h"

namespace autoconfig::testing {
namespace {

/// out(k, x, y) += in(c, x, y) * weights(k, c), all sizes bound; `size` pixels each way.
Problem pointwise(std::int64_t size, std::int64_t c, std::int64_t k) {
    Problem problem;
    problem.func = "conv", problem.consumer = "output";
    problem.loops = {{"k", Role::N, k}, {"x", Role::M, size}, {"y", Role::M, size}, {"c", Role::K, c}};
    problem.a.func = "in", problem.b.func = "weights", problem.out.func = "output";
    problem.a.coefficient = {{0, 0, 0, 1}, {0, 1, 0, 0}, {0, 0, 1, 0}};
    problem.a.stride = {1, c, c * size};
    problem.b.coefficient = {{1, 0, 0, 0}, {0, 0, 0, 1}};
    problem.b.stride = {1, k};
    problem.out.coefficient = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
    problem.out.stride = {1, k, k * size};
    return problem;
}

Cost shared(const Problem& problem, const Machine& machine, ParallelLoop loop, int tasks, std::int64_t RB) {
    const Facts facts(problem, machine);
    Config config = register_tile(facts, 14, 2, row_blocks(RB));
    config.parallel = loop;
    config.tasks = tasks;
    return evaluate(facts, config, Words::Yes);
}

constexpr double out_lines = 56 * 56 * 64 * 4 / 64; // 803 KB: half of them stay in the L2 of a core

TEST(Sharing, PanelsOfOnePixelLieInOnePage) {
    const Cost cost = shared(pointwise(56, 64, 64), plain_machine(2), ParallelLoop::Jc, 2, 0);
    EXPECT_NEAR(term(cost, "T_share").total, out_lines / 2 * 6, 1e-6);
    EXPECT_EQ(term(cost, "T_share").resource, Resource::Threads);
}

TEST(Sharing, AsManyRowBlocksAsThreadsGoToTheSameThreadEveryTime) {
    const Cost cost = shared(pointwise(56, 64, 64), plain_machine(2), ParallelLoop::Rows, 2, 28);
    EXPECT_FALSE(has(cost, "T_share"));
}

TEST(Sharing, MoreRowBlocksGoToAnyThread) {
    const Problem problem = pointwise(56, 64, 64);
    const Cost two = shared(problem, plain_machine(2), ParallelLoop::Rows, 8, 7),
               four = shared(problem, plain_machine(4), ParallelLoop::Rows, 8, 7);
    EXPECT_NEAR(term(two, "T_share").total, out_lines / 2 * 0.5 * 6, 1e-6);
    EXPECT_NEAR(term(four, "T_share").total, out_lines / 4 * 0.75 * 6, 1e-6);
}

TEST(Sharing, RowBlocksThatNoCacheHoldsUntilTheNextCallCostNothingMore) {
    const Cost cost = shared(pointwise(112, 64, 64), plain_machine(2), ParallelLoop::Rows, 16, 7);
    EXPECT_FALSE(has(cost, "T_share")); // 1.6 MB for each of two L2s of 1 MiB
}

TEST(Sharing, CopiesForAllTasksAreReadFromTheCacheOfTheOneThatMadeThem) {
    const Problem problem = problem_of({96, 2048, 64}); // rows of 8 KB: tasks write apart
    const Machine machine = plain_machine(2);
    const Facts facts(problem, machine);
    Config config = register_tile(facts, 48, 2, false);
    config.parallel = ParallelLoop::Ic;
    config.tasks = 2;
    EXPECT_FALSE(has(evaluate(facts, config, Words::No), "T_share"));
    config.strategy = packed(true);
    EXPECT_NEAR(term(evaluate(facts, config, Words::No), "T_share").total, 2048 * 64 * 4 / 64 * 6, 1e-6);
}

TEST(Sharing, BlocksOfRowsPackPanelsOfTheirOwn) {
    const Problem problem = problem_of({96, 256, 64});
    const Machine machine = plain_machine(2);
    const Facts facts(problem, machine);
    Config config = register_tile(facts, 6, 4, true);
    const double packed = term(evaluate(facts, config, Words::No), "T_pack").total;
    config.strategy = row_blocks(48, true);
    config.parallel = ParallelLoop::Rows;
    config.tasks = 2;
    const Cost cost = evaluate(facts, config, Words::No);
    EXPECT_FALSE(has(cost, "T_share"));
    EXPECT_DOUBLE_EQ(term(cost, "T_pack").total, 2 * packed);
    EXPECT_DOUBLE_EQ(term(cost, "T_parallel").total, machine.fork_join_cycles + machine.task_cycles);
}

TEST(Sharing, RowsOfAThreadStayInItsL2) {
    const Machine machine = plain_machine(2); // a result of 1.6 MB for two L2s of 1 MiB
    const Problem problem = pointwise(80, 1, 64);
    const Cost apart = shared(problem, machine, ParallelLoop::Rows, 2, 40),
               anywhere = shared(problem, machine, ParallelLoop::Rows, 4, 20);
    const double lines = 80 * 80 * 4;
    // Beside the arithmetic 2 + 2 cycles a line, or 10 + 2; and its neighbour, which leaves L2 in both.
    EXPECT_NEAR(term(apart, "T_out", Resource::Ahead, Phase::AllSteps).total, lines * (2 + 2), 1e-6);
    EXPECT_NEAR(term(anywhere, "T_out", Resource::Ahead, Phase::AllSteps).total, lines * (10 + 2), 1e-6);
    EXPECT_NEAR(term(apart, "T_out", Resource::L2L3, Phase::AllSteps).total, lines * 2, 1e-6);
    EXPECT_FALSE(has(anywhere, "T_out", Resource::L2L3));
}

// Measured on the reference machine, 2 threads: 80 us by rows, 155 by panels.
TEST(Sharing, RowsArePreferredToPanelsOfFewChannels) {
    const Machine machine = avx512(2);
    const Problem problem = pointwise(56, 64, 64);
    EXPECT_LT(1.1 * shared(problem, machine, ParallelLoop::Rows, 2, 28).cycles,
              shared(problem, machine, ParallelLoop::Jc, 2, 0).cycles);
}

// Measured on the reference machine, 2 threads, L2 2 MiB: 156 us by rows, 135 by panels.
TEST(Sharing, PanelsArePreferredToRowsWhereEachThreadsL2WouldHaveToHoldAllWeights) {
    Machine machine = avx512(2);
    machine.l2.bytes = 2 * 1024 * 1024;
    const Problem problem = pointwise(7, 320, 1280);
    const auto cycles = [&](ParallelLoop loop, int tasks, std::int64_t RB) {
        const Facts facts(problem, machine);
        Config config = register_tile(facts, 7, 3, row_blocks(RB));
        config.parallel = loop;
        config.tasks = tasks;
        return evaluate(facts, config, Words::No).cycles;
    };
    EXPECT_LT(cycles(ParallelLoop::Jc, 27, 0), cycles(ParallelLoop::Rows, 2, 4));
}

} // namespace
} // namespace autoconfig::testing
