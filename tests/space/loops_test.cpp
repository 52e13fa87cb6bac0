// The loops that threads share, in how many tasks, and the blocks that rows come in.
#include "autoconfig/space/space.h"
#include "tests/support/machines.h"
#include "tests/support/problems.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace autoconfig::testing {
namespace {

using ::testing::Contains;
using ::testing::IsEmpty;
using ::testing::Not;

TEST(Space, ThreadsShareEveryLoopThatThereIs) {
    std::set<ParallelLoop> loops;
    for (const Config& config : enumerate(problem_of({96, 512, 64, 3}), avx512(4)).configs)
        loops.insert(config.parallel);
    EXPECT_EQ(loops, (std::set<ParallelLoop>{ParallelLoop::None, ParallelLoop::Ic, ParallelLoop::Jc,
                                             ParallelLoop::Batch}));
}

/// The blocks of rows that register tiles are offered in.
std::set<std::int64_t> row_blocks(const Problem& problem, const Machine& machine) {
    std::set<std::int64_t> blocks;
    for (const Config& config : enumerate(problem, machine).configs) {
        if (config.RB() == 0) continue;
        EXPECT_TRUE(config.is<RegisterTile>()) << config.name();
        EXPECT_EQ(config.RB() % config.MR, 0) << config.name();
        blocks.insert(config.RB() / config.MR);
    }
    return blocks;
}

TEST(Space, RowsOfOneLoopComeInAsManyBlocksAsThereAreCores) {
    for (const Config& config : enumerate(problem_of({96, 512, 64}), avx512(4)).configs)
        EXPECT_TRUE(config.parallel != ParallelLoop::Rows || config.tasks == 4) << config.name();
    EXPECT_THAT(row_blocks(problem_of({96, 512, 64}), avx512(4)), Not(IsEmpty()));
    EXPECT_THAT(row_blocks(problem_of({96, 512, 64}), avx512(1)), IsEmpty());
}

TEST(Space, RowsOfSeveralProductsComeInNoBlocks) {
    EXPECT_THAT(row_blocks(problem_of({96, 512, 64, 3}), avx512(4)), IsEmpty());
}

TEST(Space, RowsKnownAtRunTimeOnlyComeInNoBlocks) {
    Problem problem = problem_of({96, 512, 64});
    for (Loop& loop : problem.loops) loop.source = ExtentSource::Estimate;
    EXPECT_THAT(row_blocks(problem, avx512(4)), IsEmpty());
}

/// Numbers of tasks that share a loop.
std::set<int> tasks_of(ParallelLoop loop, const Problem& problem, const Machine& machine) {
    std::set<int> tasks;
    for (const Config& config : enumerate(problem, machine).configs)
        if (config.parallel == loop) tasks.insert(config.tasks);
    return tasks;
}

TEST(Space, ManyPanelsAreSharedOneByOneOrInTasksOfSeveral) {
    Matmul mm{1, 4096, 64}; // a row of C, which is streamed: at most 4096 panels
    mm.trans_b = true;
    Problem problem = problem_of(mm);
    EXPECT_THAT(tasks_of(ParallelLoop::Jc, problem, avx512(5)), Contains(40));
    EXPECT_THAT(tasks_of(ParallelLoop::Jc, problem_of({96, 512, 64}), avx512(5)), Not(Contains(40)));
    for (Loop& loop : problem.loops) loop.source = ExtentSource::Estimate;
    EXPECT_THAT(tasks_of(ParallelLoop::Jc, problem, avx512(5)), Not(Contains(40)));
}

TEST(Space, ManyProductsAreSharedOneByOneOrInTasksOfSeveral) {
    EXPECT_EQ(tasks_of(ParallelLoop::Batch, problem_of({16, 16, 16, 100}), avx512(2)),
              (std::set<int>{100, 15})); // 7 a task, the last of 2
    EXPECT_EQ(tasks_of(ParallelLoop::Batch, problem_of({16, 16, 16, 32}), avx512(2)), std::set<int>{32});
}

} // namespace
} // namespace autoconfig::testing
