// How a configuration's terms become its cycles, for whole spaces.
#include "tests/model/spaces.h"

#include <numeric>

namespace autoconfig::testing {
namespace {

TEST(Evaluate, SerialCyclesAreTheSumOfThePhases) {
    const Machine machine = plain_machine(4);
    for_each_configuration(machine, [&](const Facts& facts, const Config& config) {
        const Cost cost = evaluate(facts, config, Words::No);
        double sum = 0;
        for (const PhaseTime& time : cost.times) sum += time.cycles.value();
        EXPECT_DOUBLE_EQ(cost.serial_cycles, sum);
        EXPECT_EQ(cost.parallel, config.parallel != ParallelLoop::None && config.tasks > 1);
        EXPECT_EQ(has(cost, "T_parallel"), config.parallel != ParallelLoop::None);
    });
}

/// No more than all terms one after the other, no less than those of any one resource.
TEST(Evaluate, SerialCyclesLieBetweenTheLongestResourceAndAllOfThem) {
    const Machine machine = plain_machine(4);
    for_each_configuration(machine, [&](const Facts& facts, const Config& config) {
        const Cost cost = evaluate(facts, config, Words::No);
        double each[resources] = {};
        for (const Term& term : cost.terms) {
            EXPECT_GT(term.total, 0) << term.name;
            if (!term.is_elapsed()) each[static_cast<int>(term.resource)] += term.total;
        }
        const double all = std::accumulate(std::begin(each), std::end(each), 0.0);
        EXPECT_LE(cost.serial_cycles, all * (1 + 1e-12));
        EXPECT_GE(cost.serial_cycles * (1 + 1e-12), *std::max_element(std::begin(each), std::end(each)));
    });
}

TEST(Evaluate, OneTermBindsAndIsNotHidden) {
    const Machine machine = plain_machine(4);
    for_each_configuration(machine, [&](const Facts& facts, const Config& config) {
        const Cost cost = evaluate(facts, config, Words::No);
        EXPECT_TRUE(std::any_of(cost.terms.begin(), cost.terms.end(), [&](const Term& term) {
            return term.name == cost.binding && term.phase == Phase::AllSteps && !term.overlapped;
        })) << cost.binding;
    });
}

TEST(Evaluate, NothingBeatsThePeak) {
    const Machine machine = plain_machine(4);
    for_each_configuration(machine, [&](const Facts& facts, const Config& config) {
        const Cost cost = evaluate(facts, config, Words::No);
        EXPECT_GT(cost.peak_fraction, 0);
        EXPECT_LE(cost.peak_fraction, 1);
        EXPECT_GE(cost.tail_waste, -1e-12);
    });
}

TEST(Evaluate, LeavesOutWhatItIsToldTo) {
    const Problem problem = problem_of({96, 512, 512});
    const Machine machine = plain_machine();
    const Facts facts(problem, machine);
    const Config config = register_tile(facts, 6, 4, true);
    const Cost all = evaluate(facts, config, Words::No);
    const Cost rest = evaluate(facts, config, Words::No, "T_tile");
    EXPECT_FALSE(has(rest, "T_tile"));
    EXPECT_EQ(rest.terms.size() + 3, all.terms.size()); // loads, stores, and what leaving loops takes
    EXPECT_NEAR(all.cycles - rest.cycles, total(all, "T_tile"), 1e-6);
}

TEST(Evaluate, TakesInWhatIsDoneBesideTheContraction) {
    const Problem problem = problem_of({96, 512, 512});
    const Machine machine = plain_machine();
    const Facts facts(problem, machine);
    const Config config = register_tile(facts, 6, 4, true);
    const Cost alone = evaluate(facts, config, Words::No);
    const Cost both = evaluate(facts, config, Words::No, {}, [](Ledger& ledger) {
        ledger.add("T_transform", Resource::Core, Phase::Alone, 1234);
    });
    EXPECT_NEAR(both.cycles - alone.cycles, 1234, 1e-6);
}

} // namespace
} // namespace autoconfig::testing
