// What a ledger comes to on several threads, by hand.
#include "autoconfig/model/compose.h"

#include "tests/model/plain_machine.h"

namespace autoconfig::testing {
namespace {

/// 1000 cycles of arithmetic and 400 of lines from memory; 50 elapsed to start the threads.
Ledger work() {
    Ledger ledger(Words::Yes);
    ledger.add("T_OL", Resource::Fma, Phase::AllSteps, 1000);
    ledger.add("T_out", Resource::Memory, Phase::Alone, 400, true);
    ledger.add("T_parallel", Resource::Threads, Phase::Alone, 50);
    return ledger;
}

Cost composed(const Ledger& ledger, const Split& split) {
    Machine machine = plain_machine(8);
    machine.memory_cores = 4;
    return compose(ledger, {}, split, machine);
}

TEST(ComposeThreads, ElapsedCyclesAreNoneOfOneThreads) {
    const Cost cost = composed(work(), {2, 8});
    EXPECT_DOUBLE_EQ(cost.serial_cycles, 1400);
    EXPECT_TRUE(cost.parallel);
    EXPECT_DOUBLE_EQ(cost.cycles, 1400 * 4 / 8.0 + 50);
    EXPECT_EQ(cost.elapsed.formula(), "max(T(1) * rounds / tasks, memory / min(n, memory_cores)) + threads");
    EXPECT_EQ(cost.elapsed.numbers(), "max(1400 * 4 / 8, 400 / min(2, 4)) + 50");
}

TEST(ComposeThreads, ThreadsWithoutATaskInTheLastRoundWait) {
    EXPECT_DOUBLE_EQ(composed(work(), {4, 10}).cycles, 1400 * 3 / 10.0 + 50);
}

TEST(ComposeThreads, MemoryServesAFewOfThem) {
    Ledger ledger = work();
    ledger.add("T_L2L3", Resource::Ahead, Phase::AllSteps, 800, true); // hidden, but 1200 cycles of lines
    EXPECT_DOUBLE_EQ(composed(ledger, {2, 8}).cycles, 1400 / 2 + 50);
    EXPECT_DOUBLE_EQ(composed(ledger, {8, 8}).cycles, 1200 / 4.0 + 50);
}

TEST(ComposeThreads, TheQueueIsALeast) {
    Ledger ledger = work();
    ledger.add("T_queue", Resource::Queue, Phase::Alone, 749);
    const Cost shorter = composed(ledger, {2, 8});
    EXPECT_DOUBLE_EQ(shorter.cycles, 750);
    EXPECT_NE(shorter.elapsed.formula().find("queue"), std::string::npos);
    ledger.add("T_queue", Resource::Queue, Phase::Alone, 2);
    const Cost longer = composed(ledger, {2, 8});
    EXPECT_DOUBLE_EQ(longer.cycles, 751);
    EXPECT_NE(longer.elapsed.formula().find("queue"), std::string::npos);
}

TEST(ComposeThreads, OneTaskIsOneThread) {
    const Cost cost = composed(work(), {1, 1});
    EXPECT_FALSE(cost.parallel);
    EXPECT_DOUBLE_EQ(cost.cycles, cost.serial_cycles);
}

TEST(ComposeThreads, CheapestIsOneThreadWhereOthersGainNothing) {
    Ledger ledger = work();
    const Machine machine = plain_machine(2);
    EXPECT_TRUE(compose_cheapest(ledger, {}, {2, 2}, machine).parallel);
    ledger.add("T_parallel", Resource::Threads, Phase::Alone, 650); // 700 + 700
    const Cost cost = compose_cheapest(ledger, {}, {2, 2}, machine);
    EXPECT_FALSE(cost.parallel);
    EXPECT_DOUBLE_EQ(cost.cycles, 1400);
    EXPECT_FALSE(has(cost, "T_parallel"));
    EXPECT_EQ(cost.terms.size(), 2u);
}

} // namespace
} // namespace autoconfig::testing
