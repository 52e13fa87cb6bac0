// What is entered in a ledger, and what is not.
#include "autoconfig/model/ledger.h"

#include <gtest/gtest.h>

namespace autoconfig {
namespace {

TEST(Ledger, TermsOfStepsAndOfTheWholeProblem) {
    Ledger ledger(Words::Yes);
    ledger.add_per_step("T_OL", Resource::Fma, ledger.q({"MR"}, 6) * 2, 100);
    ledger.add("T_out", Resource::Memory, Phase::Alone, 7, true);
    ASSERT_EQ(ledger.terms().size(), 2u);
    const Term &step = ledger.terms()[0], &whole = ledger.terms()[1];
    EXPECT_EQ(step.name, "T_OL");
    EXPECT_EQ(step.resource, Resource::Fma);
    EXPECT_EQ(step.phase, Phase::AllSteps);
    EXPECT_TRUE(step.a_step);
    EXPECT_EQ(step.per_step(), 12);
    EXPECT_EQ(step.total, 1200);
    EXPECT_EQ(step.cycles.numbers(), "6 * 2");
    EXPECT_FALSE(step.shared);
    EXPECT_EQ(whole.phase, Phase::Alone);
    EXPECT_EQ(whole.per_step(), 0);
    EXPECT_EQ(whole.total, 7);
    EXPECT_TRUE(whole.shared);
}

TEST(Ledger, TermsOfNoCyclesAreNotEntered) {
    Ledger ledger(Words::Yes);
    ledger.add("T_out", Resource::Serial, Phase::Alone, ledger.q({"lines"}, 0) * 2);
    ledger.add_per_step("T_OL", Resource::Fma, 0, 100);
    EXPECT_TRUE(ledger.terms().empty());
}

TEST(Ledger, TermsOfOneNameAreLeftOut) {
    Ledger ledger(Words::No, "T_out");
    ledger.add("T_out", Resource::Serial, Phase::Alone, 1);
    ledger.add_per_step("T_out", Resource::Serial, 1, 2);
    ledger.add("T_pack", Resource::Serial, Phase::Alone, 1);
    ASSERT_EQ(ledger.terms().size(), 1u);
    EXPECT_EQ(ledger.terms()[0].name, "T_pack");
}

TEST(Ledger, ElapsedCyclesAreThoseOfThreadsAndTheirQueue) {
    Ledger ledger(Words::No);
    for (int r = 0; r < resources; ++r) ledger.add("T", static_cast<Resource>(r), Phase::Alone, 1);
    int elapsed = 0;
    for (const Term& term : ledger.terms()) elapsed += term.is_elapsed();
    EXPECT_EQ(elapsed, 2);
    EXPECT_TRUE(ledger.terms()[static_cast<int>(Resource::Queue)].is_elapsed());
    EXPECT_TRUE(ledger.terms()[static_cast<int>(Resource::Threads)].is_elapsed());
}

TEST(Ledger, EveryResourceAndPhaseHasAName) {
    for (int r = 0; r < resources; ++r) EXPECT_STRNE(to_string(static_cast<Resource>(r)), "");
    for (int p = 0; p < phases; ++p) EXPECT_STRNE(to_string(static_cast<Phase>(p)), "");
}

} // namespace
} // namespace autoconfig
