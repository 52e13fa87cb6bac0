// What terms come to, by hand: one small ledger for both policies, its phases, and its threads.
#include "autoconfig/model/compose.h"

#include "tests/model/plain_machine.h"

#include <gmock/gmock.h>

namespace autoconfig::testing {
namespace {

Machine serial(int cores = 1) { return plain_machine(cores); }

Machine overlapping(int cores = 1) {
    Machine machine = plain_machine(cores);
    machine.l2_l3_overlaps = true;
    machine.l1_l2_exposed = 0.25;
    return machine;
}

/// One resource each of 100 steps.
Ledger steps() {
    Ledger ledger(Words::Yes);
    ledger.add_per_step("T_OL", Resource::Fma, 12, 100);
    ledger.add_per_step("T_nOL", Resource::Load, 5, 100);
    ledger.add_per_step("T_front", Resource::FrontEnd, 9, 100);
    ledger.add_per_step("T_latency", Resource::Latency, 4, 100);
    ledger.add_per_step("T_L1L2", Resource::L1L2, 8, 100);
    ledger.add_per_step("T_L2L3", Resource::L2L3, 6, 100);
    ledger.add_per_step("T_start", Resource::Runs, 2, 100);
    return ledger;
}

Cost on_one(const Ledger& ledger, const Machine& machine, const Shares& shares = {}) {
    return compose(ledger, shares, {}, machine);
}

TEST(Compose, LevelsOneAfterTheOther) {
    const Cost cost = on_one(steps(), serial());
    // max(12, 4, 9, 5 + 8) + 6 + 2
    EXPECT_DOUBLE_EQ(cost.cycles, 2100);
    ASSERT_EQ(cost.times.size(), 1u);
    EXPECT_EQ(cost.times[0].cycles.formula(), "max(fma, latency, front end, load + L1L2) + L2L3 + runs");
    EXPECT_EQ(cost.times[0].cycles.numbers(), "max(1200, 400, 900, 500 + 800) + 600 + 200");
    EXPECT_EQ(cost.binding, "T_L1L2");
    EXPECT_TRUE(term(cost, "T_OL").overlapped);
    EXPECT_TRUE(term(cost, "T_front").overlapped);
    EXPECT_FALSE(term(cost, "T_nOL").overlapped); // binds together with the lines
    EXPECT_FALSE(term(cost, "T_L1L2").overlapped);
}

TEST(Compose, TransfersThatOverlapButForAShare) {
    // max(12, 4, 9, 5 + 8, 6 + 2) + 0.25 * (8 + 6)
    EXPECT_DOUBLE_EQ(on_one(steps(), overlapping()).cycles, 1650);
    Ledger waits = steps();
    waits.add_per_step("T_L2L3", Resource::L2L3, 10, 100); // (6 + 10) + 2 is now the longest
    const Cost cost = on_one(waits, overlapping());
    EXPECT_DOUBLE_EQ(cost.cycles, 100 * (18 + 0.25 * (8 + 16)));
    EXPECT_TRUE(term(cost, "T_nOL").overlapped);
}

TEST(Compose, LinesFromL2BesideLoads) {
    for (Machine machine : {serial(), overlapping()}) {
        Ledger ledger = steps();
        ledger.add_per_step("T_nOL", Resource::Load, 5, 100); // 10 of loads, 8 of lines
        const double between = on_one(ledger, machine).cycles;
        machine.l1_l2_overlaps = true;
        const Cost cost = on_one(ledger, machine);
        EXPECT_DOUBLE_EQ(cost.cycles, between - 600); // 12 of arithmetic is longer than both
        EXPECT_EQ(cost.binding, "T_OL");
        EXPECT_TRUE(term(cost, "T_L1L2").overlapped);
        EXPECT_THAT(cost.times[0].cycles.formula(), ::testing::HasSubstr("load, L1L2"));
    }
}

TEST(Compose, WhatNothingRunsBesideIsAddedUnderBoth) {
    for (const Machine& machine : {serial(), overlapping()}) {
        const double before = on_one(steps(), machine).cycles;
        Ledger ledger = steps();
        ledger.add("T_L2L3", Resource::Memory, Phase::AllSteps, 300);
        ledger.add("T_start", Resource::Serial, Phase::AllSteps, 40);
        EXPECT_DOUBLE_EQ(on_one(ledger, machine).cycles, before + 340);
    }
}

TEST(Compose, LinesFetchedAheadRunBesideTheCore) {
    for (const Machine& machine : {serial(), overlapping()}) {
        const double before = on_one(steps(), machine).cycles;
        Ledger ledger = steps();
        ledger.add_per_step("T_out", Resource::Ahead, 13, 100);
        EXPECT_DOUBLE_EQ(on_one(ledger, machine).cycles, before);
        ledger.add_per_step("T_out", Resource::Ahead, 1, 100);
        EXPECT_DOUBLE_EQ(on_one(ledger, machine).cycles, before + 100);
    }
}

TEST(Compose, LoopsOneAfterTheOtherAreAddedToTheArithmetic) {
    Ledger ledger = steps();
    ledger.add("T_transform", Resource::Core, Phase::AllSteps, 300); // 1200 + 300 beside 1300
    EXPECT_DOUBLE_EQ(on_one(ledger, serial()).cycles, 1500 + 800);
}

/// The first row of tiles, a tenth of the steps, has 400 cycles of copying beside 90 of the front end.
TEST(Compose, ABeginningHasItsShareOfTheStepsAndItsOwn) {
    Ledger ledger = steps();
    ledger.add("T_pack", Resource::FrontEnd, Phase::FirstRow, 400);
    const Cost cost = on_one(ledger, serial(), {0.1, 0});
    EXPECT_DOUBLE_EQ(time_of(cost, Phase::FirstRow), 490 + 80);
    EXPECT_DOUBLE_EQ(time_of(cost, Phase::AllSteps), 0.9 * 2100);
    EXPECT_DOUBLE_EQ(cost.cycles, 570 + 1890);
    EXPECT_FALSE(term(cost, "T_pack").overlapped);
}

TEST(Compose, ABeginningThatFitsBesideItsStepsIsHidden) {
    Ledger ledger = steps();
    ledger.add("T_pack", Resource::FrontEnd, Phase::FirstRow, 40); // 90 + 40 = 50 + 80
    const Cost cost = on_one(ledger, serial(), {0.1, 0});
    EXPECT_DOUBLE_EQ(cost.cycles, 2100);
    EXPECT_TRUE(term(cost, "T_pack").overlapped);
}

TEST(Compose, BeginningsShareTheStepsThatThereAre) {
    Ledger ledger = steps();
    ledger.add("T_pack", Resource::FrontEnd, Phase::FirstRow, 400);
    ledger.add("T_L2L3", Resource::Ahead, Phase::FirstPanel, 1000);
    const Cost some = on_one(ledger, serial(), {0.1, 0.5});
    EXPECT_DOUBLE_EQ(time_of(some, Phase::FirstPanel), 1000 + 400); // above 0.5 * 1300
    EXPECT_DOUBLE_EQ(time_of(some, Phase::AllSteps), 0.4 * 2100);
    const Cost all = on_one(ledger, serial(), {0.75, 0.5});
    EXPECT_DOUBLE_EQ(time_of(all, Phase::FirstRow), 0.75 * 900 + 400 + 0.75 * 800);
    EXPECT_DOUBLE_EQ(time_of(all, Phase::FirstPanel), 1000 + 0.25 * 800);
    EXPECT_EQ(time_of(all, Phase::AllSteps), 0);
}

TEST(Compose, WhatIsDoneAloneIsAddedUp) {
    for (const Machine& machine : {serial(), overlapping()}) {
        Ledger ledger(Words::Yes);
        ledger.add("T_pack", Resource::Core, Phase::Alone, 30);
        ledger.add("T_L2L3", Resource::L2L3, Phase::Alone, 20);
        ledger.add("T_call", Resource::Serial, Phase::Alone, 50);
        const Cost cost = on_one(ledger, machine);
        EXPECT_DOUBLE_EQ(cost.cycles, 100);
        ASSERT_EQ(cost.times.size(), 1u);
        EXPECT_EQ(cost.times[0].cycles.formula(), "core + L2L3 + serial");
    }
}

} // namespace
} // namespace autoconfig::testing
