// Parallel loops by hand: starting their tasks, sharing them out, and the queue they pass.
#include "tests/model/plain_machine.h"

namespace autoconfig::testing {
namespace {

Cost tiles(const Matmul& mm, const Machine& machine, ParallelLoop loop, int tasks) {
    const Problem problem = problem_of(mm);
    const Facts facts(problem, machine);
    Config config = register_tile(facts, 6, 4, true);
    config.parallel = loop;
    config.tasks = tasks;
    return evaluate(facts, config, Words::Yes);
}

TEST(Parallel, ByHand) {
    const Machine machine = plain_machine(4);
    const double serial = tiles({96, 640, 64}, machine, ParallelLoop::None, 1).cycles;
    const Cost cost = tiles({96, 640, 64}, machine, ParallelLoop::Jc, 10);
    EXPECT_DOUBLE_EQ(cost.serial_cycles, serial);
    // 10 panels for 4 threads: three rounds where two and a half would do.
    EXPECT_DOUBLE_EQ(term(cost, "T_parallel").total, 6 * 1000 + 3 * 100);
    EXPECT_EQ(term(cost, "T_parallel").cycles.formula(),
              "forks * (pairs of threads * fork_join + rounds * task)");
    // Rows of 64 columns a panel: every page is written by several threads.
    const double share = 96 * 640 * 4 / 64 / 4 * 6;
    EXPECT_DOUBLE_EQ(term(cost, "T_share").total, share);
    EXPECT_NEAR(cost.cycles, serial * 3 / 10 + 6300 + share, 1e-6);
}

TEST(Parallel, RowsAreForkedOnceAPanel) {
    const Cost cost = tiles({96, 640, 64}, plain_machine(4), ParallelLoop::Ic, 16);
    // 10 panels, each with 16 tiles for 4 threads and nobody idle.
    EXPECT_DOUBLE_EQ(term(cost, "T_parallel").total, 10 * (6 * 1000 + 4 * 100));
}

/// 160 tasks leave the queue in 250 cycles each for each of the threads that wait.
TEST(Parallel, ShortTasksWaitAtTheirQueue) {
    Machine machine = plain_machine(4);
    machine.fork_join_cycles = 100;
    const Cost shorter = tiles({96, 640, 4}, machine, ParallelLoop::Ic, 16); // 16 tiles of each of 10 panels
    EXPECT_DOUBLE_EQ(term(shorter, "T_queue").total, 160 * 3 * 250);
    EXPECT_DOUBLE_EQ(shorter.cycles, 160 * 3 * 250);
    machine.queue_cycles = 20;
    const Cost working = tiles({96, 640, 4}, machine, ParallelLoop::Ic, 16);
    EXPECT_NEAR(working.cycles,
                working.serial_cycles / 4 + 10 * (6 * 100 + 4 * 100) + total(working, "T_share"), 1e-6);
}

TEST(Parallel, TwoThreadsAreOnePair) {
    const Cost cost = tiles({96, 640, 64}, plain_machine(2), ParallelLoop::Jc, 10);
    EXPECT_EQ(term(cost, "T_parallel").cycles.formula(), "forks * (fork_join + rounds * task)");
    EXPECT_DOUBLE_EQ(term(cost, "T_queue").total, 10 * 250);
}

TEST(Parallel, NoMoreThreadsThanTasks) {
    const Cost cost = tiles({96, 128, 64}, plain_machine(16), ParallelLoop::Jc, 2);
    EXPECT_NEAR(cost.cycles, cost.serial_cycles / 2 + 1000 + 100 + term(cost, "T_share").total, 1e-6);
}

/// 16 MiB of B and more from memory, which serves two of eight threads.
TEST(Parallel, MemoryServesAFewThreads) {
    Machine machine = plain_machine(8);
    machine.memory_cores = 2;
    const Cost cost = tiles({6, 65536, 128}, machine, ParallelLoop::Jc, 1024);
    double lines = 0;
    for (const Term& term : cost.terms) lines += term.shared ? term.total : 0;
    ASSERT_GT(lines / 2, cost.serial_cycles / 8);
    EXPECT_NEAR(cost.cycles, lines / 2 + total(cost, "T_parallel") + total(cost, "T_share"), 1e-3);
}

} // namespace
} // namespace autoconfig::testing
