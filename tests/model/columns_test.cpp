// Columns of the result whose lines fall on few sets of L1, by hand.
#include "tests/model/plain_machine.h"

namespace autoconfig::testing {
namespace {

/// 64 sets of 12 ways, each of which takes a line every 24 cycles; 64 stores wait.
Machine with_fills() {
    Machine machine = plain_machine();
    machine.l1 = {48 * 1024, 12, 64, 1};
    machine.l2_l3_overlaps = true;
    machine.set_fill_cycles = 24;
    machine.l2_latency_cycles = 16;
    machine.store_entries = 64;
    return machine;
}

Term waits(const Matmul& mm, int MR, int n_v, bool pack_b = true) {
    return term(cost(mm, MR, n_v, pack_b, with_fills()), "T_out", Resource::Runs, Phase::AllSteps);
}

bool wait(const Matmul& mm, int MR, int n_v, const Machine& machine) {
    return has(cost(mm, MR, n_v, true, machine), "T_out", Resource::Runs);
}

TEST(Columns, WaitForTheSetsThatTheyFallOn) {
    EXPECT_DOUBLE_EQ(waits({256, 1024, 8}, 12, 2).total, 256 * 64 * 24 / 2.0);
    EXPECT_EQ(waits({256, 1024, 8}, 12, 2).cycles.numbers(), "16384 * 24 / 2");
    EXPECT_DOUBLE_EQ(waits({256, 1024, 8}, 2, 8).total, 256 * 64 * 24 / 8.0);
    EXPECT_DOUBLE_EQ(waits({256, 512, 8}, 12, 2).total, 256 * 32 * 24 / 4.0);
}

TEST(Columns, DoNotWaitWhereL1KeepsThem) {
    EXPECT_FALSE(wait({256, 1040, 8}, 12, 2, with_fills())); // on all sets
    EXPECT_FALSE(wait({12, 1024, 8}, 12, 2, with_fills()));  // as many rows as ways
    EXPECT_TRUE(wait({13, 1024, 8}, 12, 2, with_fills()));
    EXPECT_FALSE(wait({256, 32, 8}, 12, 2, with_fills())); // one column only
    EXPECT_FALSE(wait({256, 1024, 8}, 12, 2, plain_machine()));
}

TEST(Columns, OfFewRowsWaitInSeveralAtATime) {
    EXPECT_DOUBLE_EQ(waits({16, 1024, 8}, 8, 2).total, 16 * 64 * 24 / 4.0); // 64 stores are two columns
    EXPECT_DOUBLE_EQ(waits({32, 1024, 8}, 8, 2).total, 32 * 64 * 24 / 2.0);
}

/// Of each set 8 lines are B's, 2 * 2 written; beside one of A that is one too many for 12 ways.
TEST(Columns, PushRowsOfBOutOfTheirSets) {
    const auto again = [](std::int64_t k, bool pack_b) {
        return has(cost({256, 1024, k}, 2, 8, pack_b, with_fills()), "T_L1L2", Resource::Runs);
    };
    const Cost in_place = cost({256, 1024, 8}, 2, 8, false, with_fills());
    const Term term = testing::term(in_place, "T_L1L2", Resource::Runs, Phase::AllSteps);
    EXPECT_DOUBLE_EQ(term.per_step(), 8 * (1 - 1 / 128.0) * 16 / 8);
    EXPECT_DOUBLE_EQ(per_step(in_place, "T_L1L2", Resource::L1L2), 8 * 2);
    EXPECT_FALSE(again(7, false)); // one line less
    EXPECT_FALSE(again(8, true));
    EXPECT_FALSE(again(12, false)); // they stay in no case
}

} // namespace
} // namespace autoconfig::testing
